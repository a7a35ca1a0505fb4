"""`python -m codegen`, in the folder src: writes what is not current and names it; `--check` only names it.

The exit status is 1 if a check finds something.
"""

import sys

from codegen.generate import generate

if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    changed = generate(check=only_check)
    for name in changed:
        print("not current:" if only_check else "wrote", name)
    sys.exit(1 if only_check and changed else 0)
