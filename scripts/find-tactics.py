#!/usr/bin/env python3
"""Finds problems for the tactical suite in quick games. See --help."""

import sys

from hub_tactics.find import main

if __name__ == "__main__":
    sys.exit(main())
