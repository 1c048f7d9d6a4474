"""Digests of answers: the sum of the hashes of rows, or for an ordered answer their chain."""

from collections.abc import Sequence
from typing import NamedTuple

from muster_worker.answers.encoding import row as encoded
from muster_worker.workloads.mix import MASK, mix, mix2

PRIME = 0x3243F6A8885A309D
KEPT_BYTES = 16 * 1024


class Digest(NamedTuple):
    """What an answer is compared by; `hash` is unsigned."""

    rows: int
    hash: int


def row_hash(content: bytes) -> int:
    """Of an encoded row: filled up with zeros to a multiple of 8 bytes, as one number modulo a prime, then mixed."""
    return mix((int.from_bytes(content) << (-len(content) % 8) * 8) % PRIME)


class Digester:
    """Digests one answer after the other, row by row, and keeps the first rows of the latest."""

    def __init__(self) -> None:
        self.begin(False)

    def begin(self, ordered: bool) -> None:
        """An answer begins; the one before is forgotten."""
        self._ordered = ordered
        self._rows = self._hash = self._kept_bytes = 0
        self._kept: list[bytes] = []

    def columns(self, names: Sequence[str]) -> None:
        """Columns count by their order, not by their names."""

    def row(self, values: Sequence[object]) -> None:
        """The next row, one value a column."""
        content = encoded(values)
        hashed = row_hash(content)
        self._hash = mix2(self._hash, hashed) if self._ordered else self._hash + hashed
        if len(self._kept) == self._rows and self._kept_bytes + len(content) <= KEPT_BYTES:
            self._kept.append(content)
            self._kept_bytes += len(content)
        self._rows += 1

    def digest(self) -> Digest:
        """Of the rows since `begin`."""
        return Digest(self._rows, self._hash & MASK)

    def first_rows(self, most_bytes: int = KEPT_BYTES) -> bytes:
        """The first rows, encoded: those that fit into so many bytes."""
        kept, size = [], 0
        for content in self._kept:
            size += len(content)
            if size > most_bytes:
                break
            kept.append(content)
        return b"".join(kept)
