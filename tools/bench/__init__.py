"""Benchmarks with budgets (`make bench`), and the cost of an action against another checkout (`tools.bench.cost`)."""
