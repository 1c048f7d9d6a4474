"""The reference that answers are compared with: the file that `./muster answers record` wrote (docs/queries.md)."""

import re
from base64 import b64decode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from muster_worker.answers.digest import Digest, row_hash
from muster_worker.answers.encoding import row
from muster_worker.workloads.mix import below, mix2
from muster_worker.workloads.query_operation import Query
from muster_worker.workloads.settings import PlanError

_FORMAT = "muster-answers\t1"
_STREAM = 0x61_6E73_7765_7273
_SHARES = 1 << 32
_MOST_SHOWN = 10
_CHECKSUM_DIGITS = 16
_SPACES = re.compile(r"[ \t\n\x0b\f\r]+")


class Recorded(NamedTuple):
    """An answer of the reference; its first rows are in the file, in the line that begins there."""

    digest: Digest
    offset: int


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
                if number == 0 and "\t".join(fields) != _FORMAT:
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

    def __init__(self, reference: AnswerReference, queries: Sequence[Query], share: float) -> None:
        self.reference = reference
        self._share = round(share * _SHARES)
        writes = any(query.write for query in queries)
        numbers = {
            query.code: reference.number(query) for query in queries if not query.write and (query.stable or not writes)
        }
        self._numbers = {code: number for code, number in numbers.items() if number is not None}
        self._shown = 0
        self._lock = Lock()

    def find(self, query: Query, index: int, values: Sequence[object]) -> Recorded | None:
        """What the answer is to be compared with."""
        number = self._numbers.get(query.code)
        if number is None or (self._share < _SHARES and below(_SHARES, mix2(_STREAM, index)) >= self._share):
            return None
        return self.reference.find(number, row_hash(row(values)))

    def keeps(self) -> bool:
        """Whether one more mismatch is to be kept."""
        with self._lock:
            self._shown += 1
            return self._shown <= _MOST_SHOWN
