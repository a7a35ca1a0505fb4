"""The operator table, the function table, and what is written from them: C tables, kernels, stubs.

`operators/` and `functions/` hold the rows, a file a family, and say in `row.py` what a row can say; the
modules beside them write files from the rows, `generate.py` all of them.  Standard library only, for the
build runs it.
"""
