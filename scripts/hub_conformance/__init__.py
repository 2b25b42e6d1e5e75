"""Checks whether a program speaks the Hub protocol, version 2. Start it as scripts/hub-conformance.py."""
