"""One game at its table: the log, moves, replies of the computer players, seats, and each seat's view."""
