"""Truth + answers -> numbers."""
