"""Reviews of finished hands: the cost of each decision, and the luck. Independent of games, database and clock."""
