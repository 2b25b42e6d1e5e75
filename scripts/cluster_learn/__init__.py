"""Games for learning, which are played by the workers of a Dask cluster."""
