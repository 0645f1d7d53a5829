"""Clusterers of vectors: one file each, named as on the command line."""
