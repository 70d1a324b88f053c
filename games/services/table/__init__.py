"""A table as it stands: who sits there, who is here, and what a seat may see of it."""
