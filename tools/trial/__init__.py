"""`python -m tools.trial`: play on a running site while its processes are killed, and report actions that are lost."""
