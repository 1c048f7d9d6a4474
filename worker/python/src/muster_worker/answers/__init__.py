"""Answers of queries: their values, their digests, and the reference that they are compared with."""
