"""The page: one file, nothing fetched, nothing run that is not ours."""

from __future__ import annotations

import base64
import hashlib
import re
import runpy
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stylobench.report import render

HERE = Path(__file__).parent
LEAKAGE = runpy.run_path(str(HERE / "example_leakage.py"))["EXAMPLES"]
EXAMPLES = runpy.run_path(str(HERE / "example_result.py"))["EXAMPLES"]
EXAMPLES |= {f"leakage_{name}": make for name, make in LEAKAGE.items() if name != "many_topics"}
SHIFT = runpy.run_path(str(HERE / "example_shift.py"))["EXAMPLES"]
EXAMPLES |= {f"shift_{name}": make for name, make in SHIFT.items() if name not in {"many_clusters", "of_problems"}}
ATTACK = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]
EXAMPLES |= {f"attack_{name}": make for name, make in ATTACK.items() if name != "many_methods"}
EXAMPLES["families"] = runpy.run_path(str(HERE / "example_families.py"))["EXAMPLES"]["few"]
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Outline(HTMLParser):
    """What a browser would see: elements with attributes, balanced or not."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return {name: render(make()) for name, make in EXAMPLES.items()}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_page_stands_alone(pages: dict[str, str], name: str) -> None:
    page = pages[name]
    assert "://" not in page
    assert not re.search(r"url\(|@import|<iframe|<object|<embed", page)
    outline = Outline(page)
    assert not outline.open
    for tag, attributes in outline.elements:
        assert "src" not in attributes
        assert str(attributes.get("href") or "#").startswith(("#", "data:,")), (tag, attributes)
        assert not [key for key in attributes if key.startswith("on") or key == "style"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_id_is_there_once_and_every_link_leads_somewhere(pages: dict[str, str], name: str) -> None:
    elements = Outline(pages[name]).elements
    ids = [attributes["id"] for _, attributes in elements if "id" in attributes]
    links = {str(a["href"])[1:] for _, a in elements if str(a.get("href") or "").startswith("#")}
    assert len(ids) == len(set(ids))
    assert links <= set(ids)


def test_there_is_one_script_and_the_policy_names_it_by_its_hash(pages: dict[str, str]) -> None:
    for page in pages.values():
        scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
        assert len(scripts) == 1
        digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
        outline = Outline(page)
        policy = next(str(a["content"]) for _, a in outline.elements if a.get("http-equiv"))
        assert f"script-src 'sha256-{digest}'" in policy
        assert "unsafe" not in policy


@pytest.mark.parametrize("name", ["hostile", "leakage_hostile", "shift_hostile", "attack_hostile"])
def test_names_from_a_corpus_are_text(pages: dict[str, str], name: str) -> None:
    page = pages[name]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "onload=alert(4)>" not in page
    assert "{{ 7*7 }}" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


@pytest.mark.parametrize("name", ["bare", "leakage_one_verifier", "shift_one_method", "attack_one_method"])
def test_the_page_is_the_same_each_time(pages: dict[str, str], name: str) -> None:
    assert render(EXAMPLES[name]()) == pages[name]


def test_the_answer_comes_first(pages: dict[str, str]) -> None:
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", pages["three_methods"], flags=re.DOTALL)
    assert text.index("21 points lost to novelty [17, 25]") < text.index("How to read this") < text.index("effective")


def test_the_answer_of_the_leakage_test_comes_first(pages: dict[str, str]) -> None:
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", pages["leakage_five_verifiers"], flags=re.DOTALL)
    headline, bite = "Overall falls by 11 points [8, 14]", "the test bites on this corpus"
    assert text.index(headline) < text.index(bite) < text.index("How to read this") < text.index("controls")
    assert "<title>newsgroups: topic leakage</title>" in pages["leakage_five_verifiers"]


def test_the_answer_of_the_shift_test_comes_first(pages: dict[str, str]) -> None:
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", pages["shift_three_methods"], flags=re.DOTALL)
    assert text.index("over all mixes; in 95 of 100 mixes it stays above") < text.index("How to read this")
    assert text.index("Which method to deploy") < text.index("How to read this") < text.index("How bad it can get")
    assert "<title>newsgroups: subclass shift</title>" in pages["shift_three_methods"]


def test_the_answer_of_the_attack_comes_first(pages: dict[str, str]) -> None:
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", pages["attack_five_methods"], flags=re.DOTALL)
    headline = "mediocrity makes char_ngrams miss 47 of 100 same-author problems it recognised [38, 56]"
    assert text.index(headline) < text.index("mediocrity hides better") < text.index("How to read this")
    assert text.index("How to read this") < text.index("Methods against obfuscators")
    assert "<title>pan: obfuscation</title>" in pages["attack_five_methods"]


def test_rewritten_texts_keep_their_line_ends() -> None:
    result = ATTACK["one_method"]()
    phrases = [{"original": "One.\r\nTwo.", "rewritten": None, "operator": ""}]
    result["examples"] = [{"dataset": "pan15", "problem": "a\x1b", "obfuscator": "synonyms", "lost": [], "kept": [],
                           "edits": 0, "words": 2, "phrases": phrases}]  # fmt: skip
    page = render(result)
    assert "One.\nTwo." in page
    assert "\x1b" not in page


def test_tables_name_their_heads_and_figures_their_contents(pages: dict[str, str]) -> None:
    for page in pages.values():
        assert page.count("<table>") == page.count("<caption>")
        assert page.count("<figure>") == page.count("<figcaption>")
        heads = [attributes for tag, attributes in Outline(page).elements if tag == "th"]
        assert all(attributes.get("scope") in {"col", "row", "rowgroup"} for attributes in heads)
