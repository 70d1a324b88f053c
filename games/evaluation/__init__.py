"""Reviews of finished hands: the cost of each decision, and the luck of the cards. Uses no database and no clock."""
