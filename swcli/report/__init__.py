"""From events and positions to what a person or a program reads."""
