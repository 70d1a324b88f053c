"""Tables with several people: waiting rooms, links to them, rematches, spectators. Also each person's last setups."""
