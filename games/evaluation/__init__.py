"""Reviews of finished hands: what each decision cost, and the luck. Independent of games, database and clock."""
