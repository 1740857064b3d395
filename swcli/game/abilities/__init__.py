"""Kinds of ability that are not keywords: bonuses, gifts, conditions."""
