#!/usr/bin/env python3
"""Builds an opening book on many machines. See --help."""

import sys

from cluster_book.main import main

if __name__ == "__main__":
    sys.exit(main())
