"""What is counted of somebody's hands and games, declared once a game: pages, files, everybody's page, the hands behind
a number and what the nights add up are all drawn from one list. Pure data: no row, no request, no language.
"""
