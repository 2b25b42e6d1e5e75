"""Measures how soon an engine answers, how well it keeps time, and how much memory it takes."""
