"""Moves: what people and computer players do, written in one transaction each, and what follows from it."""
