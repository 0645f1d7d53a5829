"""Numbers and names in words: the only place where anything is rounded or made safe to print."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, TypeGuard

MISSING = "–"
MINUS = "−"
BIDIRECTIONAL_MARKS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def clean(value: Any) -> Any:
    """The same structure with every character that cannot be printed replaced, in keys and values.

    Control characters would let a name from a corpus drive a terminal, bidirectional marks would let it
    reorder its neighbours, and lone surrogates cannot be written as UTF-8.

    >>> clean({"topic": "a\\x1b[31mb"})
    {'topic': 'a\ufffd[31mb'}
    """
    if isinstance(value, str):
        return value if value.isascii() and value.isprintable() else "".join(map(_printable, value))
    if isinstance(value, Mapping):
        return {clean(key): clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [clean(inner) for inner in value]
    return value


def _printable(character: str) -> str:
    if character in "\n\t":
        return " "
    unsafe = unicodedata.category(character) in {"Cc", "Cs"} or character in BIDIRECTIONAL_MARKS
    return "\ufffd" if unsafe else character


def known(value: Any) -> TypeGuard[float]:
    """Whether it is a number with a value.

    >>> known(0.0), known(None), known(float("nan"))
    (True, False, False)
    """
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)


def decimal(value: Any, digits: int) -> str:
    """A number with a true minus sign and no negative zero.

    >>> decimal(-0.04, 1), decimal(-2.5, 1), decimal(None, 1)
    ('0.0', '−2.5', '–')
    """
    if not known(value):
        return MISSING
    text = f"{abs(value):,.{digits}f}"
    return text if value >= 0 or not text.strip("0.,") else MINUS + text


def count(value: Any) -> str:
    """A whole number.

    >>> count(18862)
    '18,862'
    """
    return decimal(value, 0)


def percent(value: Any, digits: int = 1) -> str:
    """A share, cut at 0 and 100%, beyond which no share lies.

    >>> percent(0.7272), percent(1.04), percent(None)
    ('72.7%', '100%', '–')
    """
    if not known(value):
        return MISSING
    cut = min(max(value, 0.0), 1.0)
    return "100%" if cut == 1 else f"{100 * cut:.{digits}f}%"


def points(value: Any, digits: int = 1) -> str:
    """A difference of shares, in percentage points.

    >>> points(0.2134), points(-0.031, 0)
    ('21.3', '−3')
    """
    return decimal(100 * value, digits) if known(value) else MISSING


def headline_digits(low: Any, high: Any) -> int:
    """Headlines have no decimals unless the interval is narrower than two points, or a bound would lose its sign.

    >>> headline_digits(0.17, 0.25), headline_digits(0.17, 0.18), headline_digits(-0.002, 0.25)
    (0, 1, 1)
    """
    if not (known(low) and known(high)):
        return 0
    signless = any(end and points(end, 0) == "0" for end in (low, high))
    return 1 if signless or 100 * (high - low) < 2 else 0


def points_interval(low: Any, high: Any, digits: int = 1) -> str:
    """An interval of differences.

    >>> points_interval(0.17, 0.25, 0), points_interval(None, None)
    ('[17, 25]', '')
    """
    if not (known(low) and known(high)):
        return ""
    return f"[{points(low, digits)}, {points(high, digits)}]"


def share_interval(low: Any, high: Any) -> str:
    """An interval of shares, for tables.

    >>> share_interval(0.622, 1.1)
    '[62.2, 100]'
    """
    if not (known(low) and known(high)):
        return ""
    return f"[{percent(low).rstrip('%')}, {percent(high).rstrip('%')}]"


def share_with_interval(value: Any, low: Any, high: Any) -> str:
    """A share and its interval.

    >>> share_with_interval(0.7272, 0.622, 0.831)
    '72.7% [62.2, 83.1]'
    """
    return f"{percent(value)} {share_interval(low, high)}".strip()


def points_with_interval(value: Any, low: Any, high: Any) -> str:
    """A difference and its interval.

    >>> points_with_interval(0.031, 0.004, 0.058)
    '3.1 [0.4, 5.8]'
    """
    return f"{points(value)} {points_interval(low, high)}".strip()


def decimal_with_interval(value: Any, bounds: tuple[Any, Any], digits: int) -> str:
    """A number that is no share, and its interval.

    >>> decimal_with_interval(0.312, (0.2, 0.41), 2), decimal_with_interval(0.312, (None, None), 2)
    ('0.31 [0.20, 0.41]', '0.31')
    """
    low, high = bounds
    sure = f" [{decimal(low, digits)}, {decimal(high, digits)}]" if known(low) and known(high) else ""
    return decimal(value, digits) + sure


def signed_points(value: Any, low: Any, high: Any) -> str:
    """A difference with its sign, and its interval.

    >>> signed_points(0.031, 0.004, 0.058), signed_points(-0.02, None, None)
    ('+3.1 [0.4, 5.8]', '−2.0')
    """
    text = points_with_interval(value, low, high)
    rises = known(value) and value > 0 and points(value) != "0.0"
    return f"+{text}" if rises else text


def plus_minus(value: Any, sd: Any, digits: int) -> str:
    """A mean and its standard deviation.

    >>> plus_minus(1.9, 0.57, 2), plus_minus(1.9, None, 2)
    ('1.90 ± 0.57', '1.90')
    """
    return decimal(value, digits) + (f" ± {decimal(sd, digits)}" if known(sd) else "")


def stopped(text: str) -> str:
    """A stored verdict with the full stop that ends a sentence.

    >>> stopped("no sign of topic leakage"), stopped("cannot tell.")
    ('no sign of topic leakage.', 'cannot tell.')
    """
    return text if text.endswith((".", "!", "?")) else f"{text}."


def p_value(value: Any, sign: str = "p") -> str:
    """A p-value as it is printed in papers.

    >>> p_value(0.0132), p_value(0.00004), p_value(1.0), p_value(None)
    ('p = .013', 'p < .001', 'p = 1', '–')
    """
    if not known(value):
        return MISSING
    if value < 0.001:
        return f"{sign} < .001"
    return f"{sign} = 1" if value > 0.9995 else f"{sign} = {value:.3f}".replace("0.", ".", 1)


def bare_p(value: Any) -> str:
    """A p-value for a column whose head already says p.

    >>> bare_p(0.0132), bare_p(0.00004)
    ('.013', '< .001')
    """
    return p_value(value).removeprefix("p ").removeprefix("= ")


def plural(noun: str) -> str:
    """More than one of it.

    >>> plural("topic"), plural("category"), plural("class")
    ('topics', 'categories', 'classes')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def many(number: Any, noun: str) -> str:
    """A counted noun.

    >>> many(1, "topic"), many(23, "topic")
    ('1 topic', '23 topics')
    """
    return f"{count(number)} {noun if number == 1 else plural(noun)}"


def listed(items: Sequence[str]) -> str:
    """Items in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters.

    >>> shortened("Appointments and Executive Changes", 16)
    'Appointments an…'
    """
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def squeezed(text: str, limit: int) -> str:
    """At most `limit` characters, with the end kept, because long names often differ only there.

    >>> squeezed("department of music, room 71", 16)
    'department…oom 71'
    """
    if len(text) <= limit:
        return text
    tail = limit // 3 + 1
    return text[: limit - tail].rstrip() + "…" + text[-tail:].lstrip()


def feature(text: str) -> str:
    """A feature with its spaces made visible at the ends and, in character n-grams, inside.

    >>> feature("the "), feature("of the")
    ('the␣', 'of the')
    """
    core = text.strip(" ")
    if not core:
        return "␣" * len(text) or "(empty)"
    left, right = len(text) - len(text.lstrip(" ")), len(text) - len(text.rstrip(" "))
    return "␣" * left + core + "␣" * right
