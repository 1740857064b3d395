"""The rules of battle: positions, the engine that moves them on, one file for each keyword. Imports nothing above."""
