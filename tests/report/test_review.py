"""Review sheets in a real browser: by keyboard, on a phone, on paper, with hostile texts, and saved as a file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stylobench.report.review import Item, sheet

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

SWITCHES = (
    "--no-sandbox --headless --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
HOSTILE = "</div><script>alert(1)</script> & \u202e backwards"
ITEMS = (
    Item("pair 2", (("A", "It was cold.\n\nVery."), ("B", HOSTILE))),
    Item("pair 1", (("A", "One."), ("B", "Two."))),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as player:
        opened = player.chromium.launch(executable_path=CHROMIUM, args=SWITCHES.split())
        yield opened
        opened.close()


def _opened(browser: Any, folder: Path, kind: str = "pairs", width: int = 1200) -> tuple[Any, list[str]]:
    path = folder / f"{kind}.html"
    path.write_text(sheet(kind, ITEMS, "r1", 3), encoding="utf-8")
    page = browser.new_context(viewport={"width": width, "height": 800}, accept_downloads=True).new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: complaints.append(request.url) if not _is_ours(request.url) else None)
    page.goto(f"file://{path}")
    return page, complaints


def _is_ours(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:"))


def _saved(page: Any) -> tuple[str, Any]:
    with page.expect_download() as waiting:
        page.locator("#save").press("Enter")
    return waiting.value.suggested_filename, json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))


@needs_browser
def test_answers_given_by_keyboard_are_saved_as_a_file(browser: Any, tmp_path: Path) -> None:
    page, complaints = _opened(browser, tmp_path)
    page.locator("[data-who=reviewer]").press_sequentially("Ann B.")
    page.keyboard.press("Tab")
    page.keyboard.type("linguists")
    page.locator("[name='1-soundness'][value='1']").focus()
    page.keyboard.press("ArrowRight")
    page.locator("[name='1-verdict'][value='correct']").press("Space")
    page.locator("[data-item='pair 1'] textarea").fill("odd")
    name, found = _saved(page)
    assert name == "answers-pairs-3-Ann-B-.json"
    assert found == {
        "review": "r1", "sheet": "pairs", "number": 3, "reviewer": "Ann B.", "group": "linguists", "system": "",
        "scale": {"best": 1, "worst": 5},
        "answers": {"pair 2": {"soundness": 2, "verdict": "correct"}, "pair 1": {"remark": "odd"}},
    }  # fmt: skip
    assert "Saved as answers-pairs-3" in page.locator("#status").inner_text()
    assert complaints == []
    page.context.close()


@needs_browser
def test_open_questions_are_counted_and_answers_outlive_the_page(browser: Any, tmp_path: Path) -> None:
    page, _ = _opened(browser, tmp_path, "questions")
    assert page.locator("#status").inner_text() == "2 of 2 questions are open."
    page.locator("[name='1-same'][value='no']").check()
    page.locator("[name='2-same'][value='yes']").check()
    assert page.locator("#status").inner_text() == "Every question is answered."
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    _, found = _saved(page)
    assert found["answers"] == {"pair 2": {"same": "no"}, "pair 1": {"same": "yes"}}
    page.context.close()


@needs_browser
@pytest.mark.parametrize("kind", ["pairs", "questions"])
def test_hostile_texts_are_shown_as_they_are_and_a_phone_is_wide_enough(
    browser: Any, tmp_path: Path, kind: str
) -> None:
    page, complaints = _opened(browser, tmp_path, kind, width=360)
    assert page.locator(".text").nth(1).text_content() == HOSTILE
    assert page.evaluate("document.scripts.length") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []
    page.context.close()


@needs_browser
def test_paper_has_texts_and_choices_and_no_button(browser: Any, tmp_path: Path) -> None:
    page, _ = _opened(browser, tmp_path)
    page.emulate_media(media="print")
    assert not page.locator("#save").is_visible()
    assert page.locator(".text").first.is_visible()
    assert page.locator("input[type=radio]").count() == 2 * (5 + 3 + 5 + 5)
    page.context.close()


def test_a_sheet_names_no_obfuscator_and_fetches_nothing() -> None:
    page = sheet("pairs", ITEMS, "r1", 1)
    assert page.startswith("<!doctype html>")
    assert "default-src &#39;none&#39;" in page or "default-src 'none'" in page
    assert "http://" not in page
    assert "https://" not in page


def test_a_sheet_says_that_long_texts_are_shown_in_part() -> None:
    assert all("A long text is shown in part: “…”" in sheet(kind, ITEMS, "r1", 1) for kind in ("pairs", "questions"))
