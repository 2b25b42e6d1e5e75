#!/usr/bin/env python3
"""Finds out by self-play what the games are like. See --help."""

import sys

from game_survey.main import main

if __name__ == "__main__":
    sys.exit(main())
