"""Figures of a person's hands and games, declared once for each game.

Pages, files, the site's totals, lists of hands and the nightly tallies all read this declaration. Pure data: no
database, request or language.
"""
