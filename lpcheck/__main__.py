"""`python -m lpcheck`."""

from __future__ import annotations

import sys

from lpcheck.cli import main

if __name__ == "__main__":
    sys.exit(main())
