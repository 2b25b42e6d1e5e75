#!/usr/bin/env python3
"""Plays games for learning on many machines. See --help."""

import sys

from cluster_learn.main import main

if __name__ == "__main__":
    sys.exit(main())
