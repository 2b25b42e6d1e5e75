"""A match on the workers of a Dask cluster."""
