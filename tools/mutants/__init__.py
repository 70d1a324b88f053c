"""Mutation testing: `mutants.toml` lists faults that tests must detect, `python -m tools.mutants` tries them."""
