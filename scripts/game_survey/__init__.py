"""Plays games of the engine against itself, counts what happens in them, and writes docs/games."""
