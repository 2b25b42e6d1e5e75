#!/usr/bin/env python3
"""Writes docs/openings from the opening books in the program. See --help."""

import sys

from openings_pages.main import main

if __name__ == "__main__":
    sys.exit(main())
