#!/usr/bin/env python3
"""Plays a match on many machines. See --help."""

import sys

from cluster_match.main import main

if __name__ == "__main__":
    sys.exit(main())
