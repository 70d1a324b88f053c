"""Boards: the same cards for everybody who plays them. Which there are and whose attempt is whose (`days`), what became
of an attempt (`attempts`), how it went for all (`field`), and what the house's own players made of it (`house`).
"""
