"""Quality of rewritten texts: one file per measure, each with what it cannot see."""
