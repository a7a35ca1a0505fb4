"""The operator table, the function table, and the generator of C tables, kernels and stubs.

`operators/` and `functions/` hold the rows, one file per family; `row.py` in each describes the fields of a
row. The modules beside them write files from the rows; `generate.py` runs them all. Only the standard library
is used, because the build runs it.
"""
