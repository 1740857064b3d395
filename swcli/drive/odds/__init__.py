"""Odds: exact chances of what comes of a script, with dice as chance and every choice made as it is asked for."""
