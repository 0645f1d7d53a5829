"""What verifiers by TF-IDF cosine share: only which features enter differs."""

from __future__ import annotations

from collections.abc import Sequence

from sklearn.utils.validation import check_is_fitted

from stylobench.errors import SpecError
from stylobench.features.problems import Problems
from stylobench.records import Floats, Problem, Rows
from stylobench.verifiers._tfidf import Frequencies, TfIdf
from stylobench.verifiers._training import Training, settled
from stylobench.verifiers._verifier import Reason, Verifier


class CosineVerifier(Verifier):
    """A method adds `_counted`, the feature set, and `_chosen`, which of its features enter."""

    features: int | None
    model_: TfIdf

    @property
    def _counted(self) -> str:
        raise NotImplementedError

    def _chosen(self, found: Frequencies, training: Training) -> Frequencies:
        raise NotImplementedError

    def prepare(self, problems: Sequence[Problem]) -> None:
        """Count the features of all texts."""
        settled(problems).texts.counts(self._counted)

    def explain(self, problem: Problem, most: int = 20) -> list[Reason]:
        """The features that contribute most to the cosine, and their shares of it."""
        check_is_fitted(self, "model_")
        return self.model_.reasons(settled([problem]), most)

    def _learn(self, training: Training, texts: Rows) -> None:
        if self.features is not None and self.features < 1:
            raise SpecError(f"features={self.features!r}: at least 1 is needed")
        found = Frequencies.of(training.problems.texts, texts, self._counted)
        self.model_ = TfIdf.of(self._counted, self._chosen(found, training))

    def _scores(self, problems: Problems) -> Floats:
        return self.model_.cosines(problems)
