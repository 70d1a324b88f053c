"""The only writers of game rows: functions that own transactions, seeds and the clock.

The rooms, each of which may import those below it: `past`, `boards`, `people` and `statistics`, `moves`, `table`,
`counting`, `log`.
"""
