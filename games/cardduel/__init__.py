"""Card Duel: rules, bots, pages, texts and statistics. Imports no other game; uses no database, request or clock."""
