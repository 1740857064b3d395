"""Advice: what is right in every case, as few ordered rules as can be found. Pure; it knows nothing of the game."""
