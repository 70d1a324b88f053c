"""The only writers of game rows: keyword-only functions that own transactions, seeds and the clock."""
