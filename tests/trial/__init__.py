"""The site under faults: what is killed, taken away, repeated or filled up, and whether anything was lost by it.

Everything here works on servers of its own, never on those that are found running. `python -m tests.trial` goes
through all of it at length and prints a table; `tests/running` does the same in seconds, as tests.
"""
