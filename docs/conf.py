"""Sphinx's settings: `sphinx-build -W --keep-going -n docs build/site` in the root of a clone."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

import tbcast

project = "tbcast"
author = "the tbcast developers"
copyright = author
version = release = tbcast.__version__

extensions = ["myst_nb", "sphinx_copybutton", "playground", "reference"]
exclude_patterns = ["_extensions", "playground"]
nitpicky = True
smartquotes = False  # much of the text is code

# pytest executes the notebooks and compares what they print (tests/repository/test_documents.py).
nb_execution_mode = "off"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "tbcast"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
pygments_style = "friendly"
pygments_dark_style = "github-dark"

add_module_names = False
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 90
# A bare "..." is copied, too: at the prompt an empty line ends a block.
copybutton_prompt_text = r">>> |\.\.\. ?|\$ "
copybutton_prompt_is_regexp = True
