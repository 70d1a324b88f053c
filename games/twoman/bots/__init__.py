"""Its computer players. They know a `SeatView` and the chance they are handed; never a state, a row or a clock."""
