#!/usr/bin/env python3
"""Checks any engine against the Hub protocol. See --help."""

import sys

from hub_conformance.main import main

if __name__ == "__main__":
    sys.exit(main())
