import pytest

from stylobench.errors import CorpusError, SpecError
from stylobench.protocols.shift_categories import relabelled, two_categories

TOPICS = ["sci.med", "rec.sport.hockey", None, "rec.autos", "sci.space", "rec.sport.baseball", ""]


def test_classes_are_made_of_the_topics_that_fit():
    found = relabelled(TOPICS, {"science": "sci.*", "sports": "rec.sport.*"})
    assert found.rows.tolist() == [0, 1, 4, 5]
    assert found.classes == ("science", "sports", "science", "sports")
    assert found.of("sports") == 2


def test_a_class_may_have_several_globs_and_there_may_be_many_classes():
    found = relabelled(TOPICS, {"wheels": "rec.autos", "play": "*.hockey, *.baseball", "stars": "sci.space"})
    assert found.classes == ("play", "wheels", "stars", "play")


def test_two_categories_keeps_documents_of_a_kilobyte_in_bytes():
    texts = ["a" * 1000, "é" * 500, "", "", "a" * 1000, "a" * 1000, ""]
    found = two_categories(TOPICS, texts, {"science": "sci.*", "sports": "rec.sport.*"})
    assert found.rows.tolist() == [0, 1, 4, 5]
    texts[1] = "é" * 499 + "a"
    with pytest.raises(CorpusError, match="class sports has 1 documents of 1000 bytes"):
        two_categories(TOPICS, texts, {"science": "sci.*", "sports": "rec.sport.*"})


@pytest.mark.parametrize(
    ("patterns", "error", "said"),
    [
        ({"science": "sci.*"}, SpecError, "give two or more"),
        ({"science": "sci.*", "space": "*.space"}, SpecError, "'sci.space' fits the classes science and space"),
        ({"science": "sci.*", "talk": "talk.*"}, CorpusError, "no topic fits class talk=talk.*; there are: rec.autos"),
    ],
)
def test_patterns_that_make_no_task_are_refused(patterns, error, said):
    with pytest.raises(error, match=said.replace("*", r"\*")):
        relabelled(TOPICS, patterns)


def test_the_published_task_has_two_classes():
    with pytest.raises(SpecError, match="3 classes named; this experiment has two"):
        two_categories(TOPICS, [""] * 7, {"a": "sci.*", "b": "rec.sport.*", "c": "rec.autos"})
