"""Small faults that the tests must notice: `mutants.toml` lists them, `python -m tools.mutants` tries them."""
