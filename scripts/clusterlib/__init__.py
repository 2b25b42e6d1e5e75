"""The common code of scripts that distribute work to the workers of a Dask cluster."""
