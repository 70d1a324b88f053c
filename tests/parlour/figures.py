"""What is counted of Parlour beside what every game has."""

from dataclasses import replace

from games.figures.declared import TableByMark
from games.figures.usual import USUAL

FIRST = {"led": "you spoke first", "followed": "somebody else spoke first"}
FIGURES = replace(USUAL, tables=(TableByMark("By who spoke first", "First", FIRST),), marks=FIRST)
