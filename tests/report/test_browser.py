"""The page in a real browser: on a phone, in the dark, sorted by a click, with hostile names in it."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stylobench.report import render
from stylobench.report.profile import render_profiles

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

HERE = Path(__file__).parent
LEAKAGE = runpy.run_path(str(HERE / "example_leakage.py"))["EXAMPLES"]
EXAMPLES = runpy.run_path(str(HERE / "example_result.py"))["EXAMPLES"]
EXAMPLES |= {f"leakage_{name}": make for name, make in LEAKAGE.items()}
SHIFT = runpy.run_path(str(HERE / "example_shift.py"))["EXAMPLES"]
EXAMPLES |= {f"shift_{name}": make for name, make in SHIFT.items()}
ATTACK = runpy.run_path(str(HERE / "example_attack.py"))["EXAMPLES"]
EXAMPLES |= {f"attack_{name}": make for name, make in ATTACK.items()}
EXAMPLES |= runpy.run_path(str(HERE / "example_people.py"))["EXAMPLES"]
SWITCHES = (
    "--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
NAMES = (
    "hostile", "many_topics", "two_authors", "leakage_hostile", "leakage_many_topics", "shift_hostile",
    "shift_many_clusters", "shift_three_methods", "attack_hostile", "attack_many_methods", "attack_five_methods",
    "people_only", "profile",
)  # fmt: skip

CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (c) => [0, 1, 2].map((i) => c[i] / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] === 255) return rgb(colour);
    }
    return rgb("white");
  };
  const paper = rgb(getComputedStyle(document.body).backgroundColor).join();
  const found = [];
  for (const node of document.querySelectorAll("p, li, dt, dd, td, th, h1, h2, h3, h4, caption, figcaption, a, text")) {
    const style = getComputedStyle(node);
    const ink = rgb(node.tagName === "text" ? style.fill : style.color);
    if (node.tagName === "text" && ink.join() === paper) continue;
    const [a, b] = [light(ink), light(behind(node))].sort((x, y) => y - x);
    found.push([(a + 0.05) / (b + 0.05), node.tagName, node.textContent.slice(0, 40)]);
  }
  return found.sort((x, y) => x[0] - y[0])[0];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as player:
        opened = player.chromium.launch(executable_path=CHROMIUM, args=SWITCHES.split())
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        page = profile() if name == "profile" else render(EXAMPLES[name]())
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return {name: f"file://{folder / name}.html" for name in NAMES}


def profile() -> str:
    """All crash tests, with hostile names in some."""
    names = ("hostile", "leakage_hostile", "shift_hostile", "attack_hostile", "people_only", "people_hostile")
    return render_profiles([EXAMPLES[name]() for name in names])


def opened(browser: Any, address: str, width: int = 1200, scheme: str = "light") -> tuple[Any, list[str]]:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: complaints.append(request.url) if _is_outside(request.url, address) else None)
    page.goto(address)
    return page, complaints


def _is_outside(url: str, address: str) -> bool:
    return url != address and not url.startswith("data:")


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_shows_the_page_without_scrolling_sideways(browser: Any, files: dict[str, str], name: str) -> None:
    page, complaints = opened(browser, files[name], width=360)
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
    page.close()


@pytest.mark.parametrize("name", ["hostile", "leakage_hostile", "shift_hostile", "attack_hostile"])
def test_names_that_look_like_scripts_do_not_run_and_nothing_is_fetched(
    browser: Any, files: dict[str, str], name: str
) -> None:
    page, complaints = opened(browser, files[name])
    assert complaints == []
    assert page.evaluate("document.scripts.length") == 1
    assert page.locator("img").count() == 0
    assert page.locator("header bdi").inner_text() == "</h1><script>alert(3)</script>"
    page.close()


def test_the_profile_runs_nothing_from_its_runs(browser: Any, files: dict[str, str]) -> None:
    page, complaints = opened(browser, files["profile"])
    assert complaints == []
    assert page.evaluate("document.scripts.length") == 1
    assert page.locator("img").count() == 0
    assert page.locator("nav[aria-label=Runs] a").count() == 6
    page.close()


def test_small_charts_fill_the_width_in_columns(browser: Any, files: dict[str, str]) -> None:
    lefts = "(flow) => new Set(Array.from(flow.children, (part) => Math.round(part.getBoundingClientRect().left))).size"
    for width, columns in ((1100, 3), (400, 1)):
        page, _ = opened(browser, files["attack_five_methods"], width=width)
        assert page.locator("#quality .flow").first.evaluate(lefts) == columns
        page.close()


def test_a_click_or_a_key_sorts_a_table(browser: Any, files: dict[str, str]) -> None:
    page, complaints = opened(browser, files["hostile"])
    table = page.locator("#topics table").first
    head = table.locator("th[scope=col]", has_text="documents")
    shown = "(table) => Array.from(table.tBodies[0].rows, (row) => Number(row.cells[2].textContent))"
    before = table.evaluate(shown)
    head.locator("button").click()
    assert table.evaluate(shown) == sorted(before)
    assert head.get_attribute("aria-sort") == "ascending"
    head.locator("button").press("Enter")
    assert table.evaluate(shown) == sorted(before, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    assert complaints == []
    page.close()


def test_sorting_by_a_name_goes_by_the_alphabet_and_keeps_dashes_last(browser: Any, files: dict[str, str]) -> None:
    page, _ = opened(browser, files["two_authors"])
    page.locator("#topics summary").first.click()
    table = page.locator("#topics details table").first
    shown = "(table, at) => Array.from(table.tBodies[0].rows, (row) => row.cells[at].textContent)"
    table.locator("th button", has_text="topic").click()
    assert table.evaluate(shown, 0) == ["Dancing", "Motion Pictures", "Music", "Theater"]
    for _ in range(2):
        table.locator("th button", has_text="log loss").click()
        assert table.evaluate(shown, 9)[-1] == "–"
    page.close()


def test_the_fold_of_a_table_opens_and_its_measures_sort(browser: Any, files: dict[str, str]) -> None:
    page, complaints = opened(browser, files["leakage_many_topics"])
    page.locator("#paired summary", has_text="Every measure").click()
    table = page.locator("#paired details table").first
    table.locator("th button", has_text="near − far").click()
    shown = "(table) => Array.from(table.tBodies[0].rows, (row) => Number(row.cells[4].dataset.v))"
    values = table.evaluate(shown)
    assert values == sorted(values)
    assert len(values) == 8 * 6
    assert complaints == []
    page.close()


@pytest.mark.parametrize(
    "name",
    [
        "hostile",
        "leakage_many_topics",
        "shift_three_methods",
        "shift_many_clusters",
        "attack_five_methods",
        "people_only",
        "profile",
    ],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_on_their_ground(browser: Any, files: dict[str, str], scheme: str, name: str) -> None:
    page, _ = opened(browser, files[name], scheme=scheme)
    ratio, tag, text = page.evaluate(CONTRASTS)
    assert ratio >= 4.5, (tag, text)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")
    page.close()


@pytest.mark.parametrize(
    "name", ["two_authors", "leakage_hostile", "shift_three_methods", "attack_five_methods", "profile"]
)
def test_it_prints_on_paper_even_from_the_dark(browser: Any, files: dict[str, str], name: str) -> None:
    page, _ = opened(browser, files[name], scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.close()
