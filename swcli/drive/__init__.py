"""Drivers: who answers the questions of the engine."""
