"""Games as text: the record format, its referee and its writer. Knows no row and no clock."""
