"""A rules adjudicator for Star Wars TCG battles: what happens on the table, and by which rule."""

__version__ = "0.1.0"
