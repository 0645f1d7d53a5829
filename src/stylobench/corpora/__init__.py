"""A source -> Corpus: one file per format."""
