"""Scenario files: text to plain data (`read`), plain data to a game (`setup`), and all that can be wrong with them."""
