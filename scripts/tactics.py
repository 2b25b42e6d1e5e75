#!/usr/bin/env python3
"""Tests any Hub engine with the tactical suite. See --help."""

import sys

from hub_tactics.solve import main

if __name__ == "__main__":
    sys.exit(main())
