"""Statistics as pages and files, drawn from each game's figures (`games.figures`). Knows no request and no row."""
