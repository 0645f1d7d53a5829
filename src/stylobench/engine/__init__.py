"""What runs where, and where its answers are kept."""
