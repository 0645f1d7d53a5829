"""Crash tests as parts of a plan: a file here is one, by the name of its verb."""
