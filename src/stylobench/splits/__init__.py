"""Corpus -> splits: one file per way to hold documents out."""
