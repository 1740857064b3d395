"""One entry of the script being run: plays, dice, other choices, and the run from beginning to end."""
