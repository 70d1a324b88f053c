"""`python -m tools.trial`: play on the running site while its parts are killed, and report every stored action lost."""
