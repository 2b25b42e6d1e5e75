"""What the scripts share that hand out work to the workers of a Dask cluster."""
