"""Reviews: what finished hands were worth, stored, shown, counted for statistics, and practised."""
