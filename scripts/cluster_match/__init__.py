"""A match whose games are played by the workers of a Dask cluster."""
