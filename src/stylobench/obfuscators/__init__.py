"""Obfuscators: one file per method; each rewrites a questioned text so that its author is no longer recognised."""
