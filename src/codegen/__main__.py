"""`python src/codegen` (or `python -m codegen` in the folder src) writes the files that are out of date, and
names them.

`--check` only names them; the exit status is 1 if there are any.
"""

import sys
from pathlib import Path

if not __package__:  # `python src/codegen` puts the folder codegen itself on sys.path
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from codegen.generate import generate

if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    changed = generate(check=only_check)
    for name in changed:
        print("not current:" if only_check else "wrote", name)
    sys.exit(1 if only_check and changed else 0)
