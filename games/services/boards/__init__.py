"""Boards: the same cards for everybody who plays them. Which there are and whose attempt is whose (`days`), how it went
for all (`field`), what the house's own players made of it (`house`), and those that friends play (`challenges`,
with cards of a game gone by: `played`) and compare (`comparing`).
"""
