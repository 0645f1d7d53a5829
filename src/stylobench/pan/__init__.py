"""PAN's files: truth, answers and pairs, where 0.5 means no answer and ids are theirs. Inside the house NaN does."""
