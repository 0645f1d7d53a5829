"""English function words: articles, pronouns, prepositions, conjunctions, auxiliaries, particles."""

from __future__ import annotations

from collections.abc import Iterable

from stylobench.features._counting import Counts, count_known
from stylobench.features.words import tokens

# As `words` leaves them: "don't" reads "dont".
_LIST = """
a an the this that these those each every either neither some any no none all both half several many
much more most few fewer little less least enough such other another own same one ones i me my mine
myself you your yours yourself yourselves he him his himself she her hers herself it its itself we us
our ours ourselves they them their theirs themselves who whom whose which what whoever whatever
whichever someone somebody something anyone anybody anything everyone everybody everything nobody
nothing oneself thee thou thy about above across after against along alongside amid among amongst around
as at before behind below beneath beside besides between beyond but by concerning despite down during
except for from in inside into like near of off on onto opposite out outside over past per regarding
round since than through throughout till to toward towards under underneath until unto up upon versus
via with within without and or nor so yet if unless whether while whilst because although though whereas
when whenever where wherever why how once lest albeit provided hence thus therefore however moreover
furthermore nevertheless nonetheless otherwise meanwhile instead accordingly consequently thereby
whereby wherein therein thereof thereafter hereby herein am is are was were be been being do does did
doing done have has had having can could may might must shall should will would ought need dare used not
never ever always often seldom sometimes usually again already also almost altogether anyway away back
even far here there indeed just maybe merely nearly now only perhaps quite rather really soon still then
too together very well yes apart aside else elsewhere everywhere nowhere somewhere anywhere somehow
somewhat partly mostly mainly especially particularly hardly scarcely barely dont doesnt didnt isnt
arent wasnt werent wont wouldnt cant cannot couldnt shouldnt havent hasnt hadnt mustnt im ive id youre
youve youd youll hes shes theyre theyve theyd theyll weve thats theres whats whos lets aint
"""
FUNCTION_WORDS = sorted(_LIST.split())


class FunctionWords:
    """How often each function word is used.

    >>> counts = FunctionWords().count(["The cat and the dog"])
    >>> counts.matrix[0, counts.names.index("the")]
    np.float32(2.0)
    """

    def count(self, texts: Iterable[str]) -> Counts:
        """One row per text, one column per function word, the same columns always."""
        return count_known(map(tokens, texts), FUNCTION_WORDS)
