"""Problems with a known best move, for testing engines."""
