from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from stylobench.corpora import reuters
from stylobench.errors import CorpusError
from stylobench.records import Document

STORY = """<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" OLDID="9" NEWID="7">
<DATE> 1-MAR-1987 11:01:01.79</DATE>
<TOPICS>{topics}</TOPICS>
<PLACES><D>usa</D><D>uk</D></PLACES>
<TEXT{kind}>&#2;
{text}&#3;
</TEXT>
</REUTERS>
"""
FULL = """<TITLE>TIN &lt;UP> AGAIN</TITLE>
<AUTHOR>    BY JO DOE, Reuters</AUTHOR>
<DATELINE>    LONDON, March 1 - </DATELINE><BODY>Tin rose &amp; fell.
    It rose.
 Reuter
</BODY>"""


def _story(text: str = FULL, topics: str = "<D>tin</D>", kind: str = "") -> Document:
    return next(reuters.stories(STORY.format(text=text, topics=topics, kind=kind)))


def test_a_story_becomes_a_document() -> None:
    story = _story()
    assert (story.id, story.author, story.topic, story.time) == ("7", "Jo Doe", "tin", "1987-03-01")
    assert story.text == "Tin rose & fell.\n    It rose."
    expected = {"title": "TIN <UP> AGAIN", "topics": "tin", "places": "usa uk", "split": "TRAIN"}
    assert dict(story.meta) == expected


def test_several_topics_stand_in_meta_only() -> None:
    story = _story(topics="<D>tin</D><D>gold</D>")
    assert (story.topic, story.meta["topics"]) == (None, "tin gold")
    assert _story(topics="").topic is None


def test_headlines_without_a_story_have_no_text() -> None:
    brief = "******<TITLE>TIN UP\n</TITLE>Blah blah blah.\n"
    assert _story(brief, kind=' TYPE="BRIEF"').text == ""


def test_unprocessed_stories_keep_their_text() -> None:
    assert _story("FIGURES\n tin 3\n\n Reuter\n", kind=' TYPE="UNPROC"').text == "FIGURES\n tin 3"


@pytest.mark.parametrize("line", ["By Jo Doe, Reuters", "by JO DOE, Reuter", "Jo Doe", "By Jo Doe, REUTERSd"])
def test_bylines_come_in_one_form(line: str) -> None:
    assert reuters._byline(line) == "Jo Doe"


def test_a_stray_byte_makes_the_file_latin1(tmp_path: Path) -> None:
    (tmp_path / "r.sgm").write_bytes(STORY.format(text="<BODY>tin\xfc</BODY>", topics="", kind="").encode("latin-1"))
    (tmp_path / "empty.sgm").write_text("")
    corpus = reuters.read(tmp_path)
    assert (corpus.documents[0].text, corpus.provenance["not_utf8"]) == ("tinü", 1)
    assert corpus.provenance["warnings"] == ["1 file skipped: no story in it (empty.sgm)"]
    with pytest.raises(CorpusError, match="holds no Reuters story"):
        reuters.read(tmp_path / "empty.sgm")


def test_the_real_collection() -> None:
    """21,578 stories; 9,494 with one topic, over 66 topics; 'earn' 45% in March, 19% in June, 57% in October."""
    root = os.environ.get("STYLOBENCH_CORPORA")
    if not root:
        pytest.skip("STYLOBENCH_CORPORA is not set")
    corpus = reuters.read(Path(root) / "reuters21578")
    facts = corpus.provenance
    assert (facts["stories"], facts["single_topic"], facts["with_byline"]) == (21_578, 9_494, 875)
    single = [document for document in corpus.documents if document.topic]
    assert len({document.topic for document in single}) == 66
    months = Counter((document.time or "")[:7] for document in single)
    earn = Counter((document.time or "")[:7] for document in single if document.topic == "earn")
    shares = [round(100 * earn[month] / months[month]) for month in ("1987-03", "1987-06", "1987-10")]
    assert shares == [45, 19, 57]
