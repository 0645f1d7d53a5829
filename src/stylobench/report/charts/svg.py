"""Vega-Lite -> SVG for the inside of a page: only known elements and attributes survive."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = frozenset(("svg", "g", "path", "rect", "line", "text", "tspan", "title"))
ATTRIBUTES = frozenset(
    (
        "viewBox", "width", "height", "transform", "d", "x", "y", "x1", "x2", "y1", "y2", "fill", "stroke",
        "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-opacity", "fill-opacity", "opacity",
        "stroke-miterlimit", "text-anchor", "font-size", "font-weight",
    )
)  # fmt: skip


def svg(spec: Mapping[str, Any], alt: str) -> str:
    """The chart as one SVG element, the same bytes each time, described by `alt` for who cannot see it."""
    import vl_convert

    root = ET.fromstring(vl_convert.vegalite_to_svg(dict(spec)))
    kept = _kept(root)
    if kept is None:
        raise ValueError("the chart has no svg element")
    kept.set("role", "img")
    kept.set("aria-label", alt)
    return ET.tostring(kept, encoding="unicode", short_empty_elements=True)


def _kept(node: ET.Element) -> ET.Element | None:
    name = node.tag.removeprefix(SVG)
    if name not in ELEMENTS or node.get("display") == "none" or _is_empty(node):
        return None
    copy = ET.Element(name, {key: _short(value) for key, value in node.items() if key in ATTRIBUTES})
    copy.text = (node.text or "").strip() or None
    if _is_mark(node):
        ET.SubElement(copy, "title").text = node.get("aria-label")
    copy.extend(child for child in map(_kept, node) if child is not None)
    return copy if name != "g" or len(copy) else None


def _is_mark(node: ET.Element) -> bool:
    symbol = node.get("role") == "graphics-symbol" and node.get("aria-roledescription") != "axis"
    return symbol and bool(node.get("aria-label"))


def _is_empty(node: ET.Element) -> bool:
    return node.get("class") in {"background", "foreground"} and node.get("fill") is None


def _short(value: str) -> str:
    """Coordinates to a hundredth of a pixel: what is left of them is noise and bytes."""
    return re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), value)
