"""Reviews of finished hands: stored, shown, counted for statistics, and practised."""
