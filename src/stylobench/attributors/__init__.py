"""Who wrote this? One file per method: scikit-learn classifiers over texts."""
