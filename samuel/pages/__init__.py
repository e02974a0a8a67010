"""Pages of `listings/` that are made from data: their sources are in `listings/pages/`.

python -m samuel.pages       # or `make docs`: writes RECONSTRUCTION.md and STATEMENTS.md again
"""
