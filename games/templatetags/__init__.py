"""Template tags that draw cards and parts of tables, and filters that format numbers."""
