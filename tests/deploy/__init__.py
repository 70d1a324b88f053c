"""Running the site for real: copies of its rows, its units and containers, and a change of processes in mid-game."""
