"""What a session reports about one block, and how it is recorded: rows of unsigned 64-bit integers, and rare extras."""

from array import array
from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

from muster_worker.engine.answer_comparison import AnswerComparison
from muster_worker.targets.spi import STAGES, AnswerSink
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads.mix import MASK
from muster_worker.workloads.operations import Operation

ROW = 10
"""code, service ns, response ns, end (this process's monotonic clock), lease, position, covered positions, digest,
elements, first index.

A row of a stage has its time as service and covers nothing, as have those of single actions within a transaction.
"""

MAX_OUTCOMES = 64
MAX_FEEDS = 4
"""That are kept of a client, each time that its rows are taken, and of a snapshot."""
TIMINGS = ("service", "response", *STAGES)
_NUMBER_OF_STAGE = {name: number for number, name in enumerate(TIMINGS)}
_LONGEST_MESSAGE = 500


class Outcomes:
    """Names as small numbers; past MAX_OUTCOMES different ones the rest are counted as "other"."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.names = ["ok", "absent", "duplicate", "aborted", "unknown", "other"]
        self._numbers = {name: number for number, name in enumerate(self.names)}

    def number(self, name: str) -> int:
        """The number of a name, a new one if it is new."""
        known = self._numbers.get(name)
        return known if known is not None else self._add(name)

    def _add(self, name: str) -> int:
        with self._lock:
            if name in self._numbers:
                return self._numbers[name]
            if len(self.names) >= MAX_OUTCOMES:
                return self._numbers["other"]
            self.names.append(name)
            self._numbers[name] = len(self.names) - 1
            return self._numbers[name]


OUTCOMES = Outcomes()
OK, ABSENT, DUPLICATE, ABORTED, UNKNOWN = range(5)
EMPTY_ANSWER = "emptyAnswer"
"""The outcome of an answer without a row that should have one."""


def is_error(outcome: int) -> bool:
    """Absent and duplicate are results, not errors."""
    return outcome not in (OK, ABSENT, DUPLICATE)


CODES_OF_A_KIND = MAX_OUTCOMES * len(TIMINGS)


def code_of(kind: int, outcome: int, timing: int = 0) -> int:
    """The first number of a row."""
    return (kind * MAX_OUTCOMES + outcome) * len(TIMINGS) + timing


class Code(NamedTuple):
    """What `code_of` put together."""

    kind: int
    outcome: int
    timing: int

    @classmethod
    def of(cls, code: int) -> "Code":
        cell, timing = divmod(code, len(TIMINGS))
        kind, outcome = divmod(cell, MAX_OUTCOMES)
        return cls(kind, outcome, timing)


class Extra(NamedTuple):
    """What few blocks have: bytes, a message, failures after which it was tried again, the posts of a feed's index.

    `code` is of timing service."""

    end_ns: int
    code: int
    sent: int
    received: int
    message: str
    retried: tuple[int, ...]
    again: "Again | None" = None
    feed: tuple[int, list[int]] | None = None
    content: int = 0
    answers: tuple[tuple[str, bool], ...] = ()
    """Of each answered query its name, and whether the answer was compared."""
    wrong: tuple[wire.WrongAnswer, ...] = ()
    seen: tuple[wire.SeenAnswer, ...] = ()
    between_ns: int = 0
    """Time within the block in which nothing was asked: pauses between the steps of a journey."""


class Again(NamedTuple):
    """Positions of a lease that ended well, but only after an answer that was lost: they may be executed twice."""

    lease: int
    positions: list[int]


class Rows:
    """What one client has recorded. Extending an array and taking its front are single steps under the interpreter's
    lock: a sample and what it covers can never be parted, and no lock of our own is held for an operation."""

    def __init__(self) -> None:
        self._rows = array("Q")
        self._extras: list[Extra] = []
        self.feeds = 0
        self.add = self._rows.extend
        self.add_extra = self._extras.append

    def last(self) -> tuple[int, int] | None:
        """Lease and position of the last block among the rows; None if there is none."""
        rows = self._rows
        for at in range(len(rows) - ROW, -1, -ROW):
            if rows[at + 6]:
                return rows[at + 4], rows[at + 5]
        return None

    def take(self) -> tuple[bytes, list[Extra]]:
        """All rows so far, and extras of those rows: an extra is added before its row."""
        length = len(self._rows)
        rows = self._rows[:length].tobytes()
        del self._rows[:length]
        extras = self._extras[:]
        del self._extras[: len(extras)]
        self.feeds = 0
        return rows, extras


class BlockResult:
    """The probe of one client: outcomes and elements are those of the last attempt; times and bytes add up."""

    def __init__(
        self, clock: Callable[[], int], comparison: AnswerComparison | None = None, stages: bool = True
    ) -> None:
        """Without `stages` none is recorded, and no clock is read for one."""
        self._clock, self._traced = clock, stages
        self._comparison = comparison
        # What the session executes: set before each block where answers are compared.
        self.asked: tuple[Sequence[Operation], int] = ((), 0)
        # When the stage under way began: that of a block, or of its next attempt.
        self.marked_ns = 0
        # When the operation began.
        self.started_ns = 0
        # Where answers are compared no block is plain: each is judged.
        self.plain = comparison is None
        self.outcomes: dict[int, int] = {}
        self.counts: dict[int, int] = {}
        self.stages: dict[int, int] = {}
        self.sent = self.received = self.read = 0
        self.posts: list[int] | None = None

    def clear(self) -> None:
        """A block was recorded."""
        self.plain = self._comparison is None
        self.stages, self.sent, self.received = {}, 0, 0
        self.expect_ok()

    def expect_ok(self) -> None:
        """Another attempt begins."""
        self.outcomes, self.counts, self.posts, self.read = {}, {}, None, 0
        if self._comparison is not None:
            self._comparison.begin()

    def answer(self, position: int) -> AnswerSink | None:
        """Where rows go; asking again discards what came so far."""
        if self._comparison is None:
            return None
        operations, index = self.asked
        return self._comparison.sink(position, operations[position], index + position)

    def stage(self, name: str) -> None:
        if not self._traced:
            return
        now_ns = self._clock()
        self.add_stage(name, now_ns - self.marked_ns)
        self.marked_ns = now_ns

    def reached(self, name: str) -> None:
        if self._traced:
            self.add_stage(name, self._clock() - self.started_ns)

    def reported(self, name: str, duration_ns: int) -> None:
        self.add_stage(name, duration_ns)

    def content(self, checksum: int) -> None:
        self.read = (self.read + checksum) & MASK
        self.plain = False

    def add_stage(self, name: str, duration_ns: int) -> None:
        """Adds to a stage."""
        if not self._traced:
            return
        number = _NUMBER_OF_STAGE[name]
        self.stages[number] = self.stages.get(number, 0) + duration_ns
        self.plain = False

    def outcome(self, position: int, name: str) -> None:
        self.outcomes[position] = OUTCOMES.number(name)
        self.plain = False

    def elements(self, position: int, count: int) -> None:
        self.counts[position] = count
        self.plain = False

    def bytes(self, sent: int, received: int) -> None:
        self.sent += sent
        self.received += received
        self.plain = False

    def feed(self, position: int, posts: list[int]) -> None:
        """Kept of some, for the oracle."""
        self.posts = posts
        self.plain = False


def short(message: str) -> str:
    """As much of a message as is kept."""
    return message[:_LONGEST_MESSAGE]
