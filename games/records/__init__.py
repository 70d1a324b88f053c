"""Games as text: the record format, its referee and its writer. Knows the engine only; no rows, no clock."""
