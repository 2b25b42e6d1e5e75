#!/usr/bin/env python3
"""Lets any Hub engine solve the tactical suite. See --help."""

import sys

from hub_tactics.solve import main

if __name__ == "__main__":
    sys.exit(main())
