"""The reference that answers are compared with: the file that `./muster answers record` wrote (docs/queries.md)."""

import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

from muster_worker.answers.digest import Digest, Digester, row_hash
from muster_worker.answers.encoding import row
from muster_worker.workloads.mix import below, mix2
from muster_worker.workloads.query_operation import Query
from muster_worker.workloads.settings import PlanError

_FORMATS = ("muster-answers\t1", "muster-answers\t2")
_STREAM = 0x61_6E73_7765_7273
_SHARES = 1 << 32
_MOST_SHOWN = 10
_CHECKSUM_DIGITS = 16
_SPACES = re.compile(r"[ \t\n\x0b\f\r]+")


class Recorded(NamedTuple):
    """A known answer; of a reference its first rows are in the file, in the line that begins at `offset`."""

    digest: Digest
    offset: int
    kept: bytes | None = None


class KnownAnswers(Protocol):
    """Answers that others are compared with."""

    def find(self, number: int, key: int) -> Recorded | None:
        """The answer of an operation to the values with this hash."""

    def first_rows(self, recorded: Recorded) -> bytes:
        """Those that were kept."""


class ExpectedAnswers:
    """The answers of one operation that the plan expects."""

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self._answers: dict[int, Recorded] = {}

    def add(self, values: Sequence[object], rows: Sequence[Sequence[object]]) -> None:
        """The answer to one question; raises ValueError for a value of another type."""
        digester = Digester()
        digester.begin(self._ordered)
        for each in rows:
            digester.row(each)
        self._answers[row_hash(row(values))] = Recorded(digester.digest(), 0, digester.first_rows())

    def find(self, number: int, key: int) -> Recorded | None:
        """The answer to the values with this hash."""
        return self._answers.get(key)

    def first_rows(self, recorded: Recorded) -> bytes:
        """Those that are known."""
        return recorded.kept or b""


class AnswerReference:
    """Answers by operation and hash of the parameters' values."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._operations: list[list[str]] = []
        self._answers: dict[tuple[int, int], Recorded] = {}
        offset, ended = 0, False
        with path.open("rb") as lines:
            for number, line in enumerate(lines):
                fields = line.decode().rstrip("\n").split("\t")
                if number == 0 and "\t".join(fields) not in _FORMATS:
                    raise PlanError(f"{path}: no reference of answers that this release reads")
                match fields[0]:
                    case "operation":
                        self._operations.append(fields)
                    case "answer":
                        recorded = Recorded(Digest(int(fields[3]), int(fields[4], 16)), offset)
                        self._answers[int(fields[1]), int(fields[2], 16)] = recorded
                    case "end":
                        ended = int(fields[1]) == len(self._answers)
                offset += len(line)
        if not ended:
            raise PlanError(f"{path}: answers are missing; record it again")

    def number(self, query: Query) -> int | None:
        """By which `find` takes an operation; None if its answers are not recorded, or for another statement."""
        for number, fields in enumerate(self._operations):
            if fields[1] == query.name:
                order = "ordered" if query.ordered else "unordered"
                same = fields[2:4] == [order, ",".join(query.parameters)]
                statements = dict(field.split("=", 1) for field in fields[4:])
                return number if same and all(_agrees(query, *one) for one in statements.items()) else None
        return None

    def find(self, number: int, key: int) -> Recorded | None:
        """The answer to the values with this hash."""
        return self._answers.get((number, key))

    def first_rows(self, recorded: Recorded) -> bytes:
        """Those that were kept; reads the file."""
        with self._path.open("rb") as lines:
            lines.seek(recorded.offset)
            kept = lines.readline().decode().rstrip("\n").split("\t")[5]
        return b"" if kept == "-" else b64decode(kept + "=" * (-len(kept) % 4))


def _agrees(query: Query, language: str, checksum: str) -> bool:
    """White space does not count; a language that the plan does not have any more says nothing."""
    text = query.texts.get(language)
    return text is None or sha256(_SPACES.sub(" ", text).strip(" ").encode()).hexdigest()[:_CHECKSUM_DIGITS] == checksum


class AnswerChecks:
    """Which answers of one phase are compared, and with what."""

    def __init__(
        self,
        reference: AnswerReference | None,
        expected: Mapping[str, ExpectedAnswers],
        queries: Sequence[Query],
        share: float,
    ) -> None:
        """`expected` is what the plan expects by name of the operation, in place of what was recorded."""
        self._share = round(share * _SHARES)
        writes = any(query.write for query in queries)
        self._known: dict[int, tuple[KnownAnswers, int]] = {}
        for query in queries:
            if query.name in expected:
                self._known[query.code] = (expected[query.name], 0)
            elif reference is not None and not query.write and (query.stable or not writes):
                number = reference.number(query)
                if number is not None:
                    self._known[query.code] = (reference, number)
        self._unseen = {query.code for query in queries if _has_one_answer(query)}
        self._shown = 0
        self._lock = Lock()

    @staticmethod
    def needed(reference: str, expected: Mapping[str, ExpectedAnswers], queries: Sequence[Query]) -> bool:
        """Whether there is anything to compare or to show."""
        return bool(reference or expected or any(_has_one_answer(query) for query in queries))

    def compares(self) -> bool:
        """Whether any answers are compared, and not only shown."""
        return bool(self._known)

    def find(self, query: Query, index: int, values: Sequence[object]) -> Recorded | None:
        """What the answer is to be compared with."""
        known = self._known.get(query.code)
        if known is None or (self._share < _SHARES and below(_SHARES, mix2(_STREAM, index)) >= self._share):
            return None
        answers, number = known
        return answers.find(number, row_hash(row(values)))

    def first_rows(self, query: Query, recorded: Recorded) -> bytes:
        """Of what an answer of this operation was compared with."""
        return self._known[query.code][0].first_rows(recorded)

    def is_unseen(self, query: Query) -> bool:
        """Whether an answer of this operation is to be reported."""
        return query.code in self._unseen

    def takes_first(self, query: Query) -> bool:
        """Whether this answer is the one that is to be reported."""
        with self._lock:
            unseen = query.code in self._unseen
            self._unseen.discard(query.code)
            return unseen

    def keeps(self) -> bool:
        """Whether one more mismatch is to be kept."""
        with self._lock:
            self._shown += 1
            return self._shown <= _MOST_SHOWN


def _has_one_answer(query: Query) -> bool:
    """A read without parameters: its one answer is shown with the results."""
    return not query.write and not query.parameters
