"""Charts: numbers of a result -> Vega-Lite by Altair -> SVG that takes its colours from the page."""
