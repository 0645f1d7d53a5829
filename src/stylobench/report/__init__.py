"""Tables, charts, one self-contained HTML file."""
