"""The card games: rules, computer players, tables, records and pages."""
