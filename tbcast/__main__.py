"""`python -m tbcast` runs the console command `tbcast`."""

import sys

from tbcast.cli import main

sys.exit(main())
