"""Does HITS take topics because they are unlike the others, or because they are small?

    .venv/bin/python scripts/hits_topic_sizes.py --posts Posts.xml --newsgroups FOLDER

Prints the tables of docs/sampling.md: what HITS takes by the old rule (every topic takes part, and its vector is the
mean of all its documents) and by the new one, and what it takes after half of the topics have been cut to a few
documents, which makes them small but no less like the others.
"""

from __future__ import annotations

import argparse
import html
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import numpy as np

from stylobench import load
from stylobench.features.encoders import encoded
from stylobench.features.texts import Texts
from stylobench.features.topic_vectors import topic_vectors
from stylobench.protocols.sampling import Settings, Source, kept_documents, sample, topics_of
from stylobench.records import Corpus, Document, Floats, Rows
from stylobench.seeds import generator
from stylobench.specs import build
from stylobench.splits.hits import select_topics
from stylobench.splits.pairs import Library, equal_documents

RULES = {"old": Source(min_documents=1, vector_documents="all"), "new": Source()}
REPEATS = 50


def stack_exchange(path: Path) -> Corpus:
    """Questions under their first tag, and answers under that of their question."""
    posts = [row.attrib for row in ElementTree.parse(path).getroot()]
    tag = {post["Id"]: re.findall("<([^>]+)>", post["Tags"])[0] for post in posts if post.get("Tags")}
    documents = [
        Document(
            id=post["Id"].zfill(6),
            text=html.unescape(re.sub("<[^>]+>", " ", post["Body"])),
            author=post.get("OwnerUserId"),
            topic=tag.get(post["Id"] if post["PostTypeId"] == "1" else post.get("ParentId", "")),
        )
        for post in posts
        if post["PostTypeId"] in "12"
    ]
    return Corpus.of("stackexchange_coffee", [one for one in documents if one.topic])


def heard(done: int, total: int) -> None:
    """Nobody waits for this."""


def before_and_after(corpus: Corpus, taken: list[tuple[str, int]], folds: int) -> None:
    """What each rule takes of so many topics, and how large it is beside random samples."""
    print(f"\n{corpus.name}: {len(corpus)} documents, {len(set(corpus.column('topic')))} topics")
    print("rule | take part | left out | per vector | HITS documents | random documents | HITS mean | random mean")
    for name, count in taken:
        topics = topics_of(corpus, RULES[name], heard)
        found = sample(topics, count, Settings(folds=folds, random=20))
        assert found.random_documents is not None
        assert found.random_mean is not None
        others = found.random_documents
        beside = f"{others.mean:.0f} ({others.low:.0f} to {others.high:.0f})"
        left = f"{len(topics.left_out)} topics, {sum(topics.left_out.values())} documents"
        print(
            f"{name}, {count} taken | {len(topics.names)} topics, {len(topics.rows)} documents | {left} | "
            f"{topics.per_vector} | {kept_documents(topics, found.sample)} | {beside} | "
            f"{found.similarity.mean:.3f} | {found.random_mean.mean:.3f} ({found.random_mean.low:.3f} to "
            f"{found.random_mean.high:.3f})"
        )
        sizes = topics.documents
        print(f"  taken: {', '.join(f'{topic} {sizes[topic]}' for topic in found.sample.topics)}")


def chosen(vectors: Floats, ids: list[str], labels: list[str], rows: Rows, count: int, equal: bool) -> set[str]:
    """What HITS takes of these documents."""
    if equal:
        library = Library.of([ids[row] for row in rows], [""] * len(rows), [labels[row] for row in rows])
        rows = rows[equal_documents(library, np.arange(len(library.topic_names)), None, 0)]
    names, means = topic_vectors(vectors[rows], [labels[row] for row in rows])
    return set(select_topics(names, means, count))


def shrinking(corpus: Corpus, cuts: tuple[int, ...], least: int) -> None:
    """Cut a random half of the topics that have so many documents to a few, and look which half HITS then takes.

    Beside it, what it takes when all topics are cut: the documents that are gone change the choice too.
    """
    every = np.array(corpus.column("topic"))
    names, sizes = np.unique(every, return_counts=True)
    large = names[sizes >= least]
    rows = np.flatnonzero(np.isin(every, large))
    vectors = encoded(build("encoders", "lsa"), Texts([corpus.texts[row] for row in rows]), heard)
    column = corpus.column("id")
    labels, ids = every[rows].tolist(), [str(column[row]) for row in rows]
    count = len(large) // 2
    chance = count * count / len(large)
    print(f"\n{corpus.name}: {len(large)} topics of at least {least} documents, {count} taken; by chance {chance:.1f}")
    print("rule | half of the topics cut to | cut ones among those taken | taken as before | if all topics are cut")
    for name, few in ((name, few) for few in cuts for name in RULES):
        equal = name == "new"
        whole = chosen(vectors, ids, labels, np.arange(len(rows)), count, equal)
        of_cut, as_before, all_cut = [], [], []
        for repeat in range(REPEATS):
            rng = generator(repeat, "shrinking")
            cut = {str(large[place]) for place in rng.permutation(len(large))[:count]}
            order = rng.permutation(len(rows))
            place_in_topic = Counter[str]()
            first = np.zeros(len(rows), dtype=bool)
            for row in order.tolist():
                first[row] = place_in_topic[labels[row]] < few
                place_in_topic[labels[row]] += 1
            kept = np.flatnonzero(first | ~np.isin(labels, list(cut)))
            taken = chosen(vectors, ids, labels, kept, count, equal)
            of_cut.append(len(taken & cut))
            as_before.append(len(taken & whole))
            all_cut.append(len(chosen(vectors, ids, labels, np.flatnonzero(first), count, equal) & whole))
        print(f"{name} | {few} | {np.mean(of_cut):.1f} | {np.mean(as_before):.1f} | {np.mean(all_cut):.1f}", flush=True)


def main() -> None:
    """Both corpora, whichever are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--posts", type=Path, help="Posts.xml of a Stack Exchange site")
    parser.add_argument("--newsgroups", type=Path, help="folder of the 20 newsgroups")
    asked = parser.parse_args()
    if asked.posts:
        coffee = stack_exchange(asked.posts)
        before_and_after(coffee, [("old", 20), ("old", 7), ("new", 7)], 5)
        shrinking(coffee, (10,), 20)
    if asked.newsgroups:
        news = load(asked.newsgroups)
        before_and_after(news, [("old", 10), ("new", 10)], 5)
        shrinking(news, (10, 50, 200), 500)


if __name__ == "__main__":
    main()
