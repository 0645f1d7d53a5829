"""The parts of the page over all studies of a plan."""
