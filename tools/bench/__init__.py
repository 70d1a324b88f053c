"""Benchmarks with budgets (`make bench`), and the cost of an action compared with another checkout (`bench.cost`)."""
