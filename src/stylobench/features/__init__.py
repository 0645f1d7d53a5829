"""Texts -> numbers: one file per feature set."""
