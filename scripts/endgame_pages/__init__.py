"""Counts endgames in tables, and writes docs/endgames from the counts."""
