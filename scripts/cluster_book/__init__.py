"""An opening book, built by the workers of a Dask cluster."""
