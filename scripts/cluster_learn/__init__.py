"""Training games, played by the workers of a Dask cluster."""
