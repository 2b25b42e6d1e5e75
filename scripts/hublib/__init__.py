"""Shared code of the scripts that talk to Hub engines."""
