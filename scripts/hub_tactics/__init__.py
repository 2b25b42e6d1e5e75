"""Problems with a known best move: finding them, and testing engines with them."""
