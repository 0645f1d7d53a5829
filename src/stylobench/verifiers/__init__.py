"""One file per method: estimators over problems. `fit(problems, same)`, `verify(problems)`; NaN is no answer."""
