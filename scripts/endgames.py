#!/usr/bin/env python3
"""Counts endgames in tables, and writes docs/endgames from the counts. See --help."""

import sys

from endgame_pages.main import main

if __name__ == "__main__":
    sys.exit(main())
