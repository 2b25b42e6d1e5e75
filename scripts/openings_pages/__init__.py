"""Writes docs/openings, and the values of first moves for docs/games, from opening books."""
