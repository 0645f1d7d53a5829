"""The crash tests: read one file, know one paper."""
