#!/usr/bin/env python3
"""Measures how soon an engine answers, how it keeps time, and what memory it takes. See --help."""

import sys

from hub_report.main import main

if __name__ == "__main__":
    sys.exit(main())
