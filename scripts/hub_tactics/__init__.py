"""Problems with a known best move: finding them, and how many of them an engine solves."""
