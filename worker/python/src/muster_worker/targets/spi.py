"""The small interface that a target implements. A provider is found by an entry point of group "muster.targets"."""

from collections.abc import Sequence
from enum import Enum
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, runtime_checkable

from muster_worker.workloads.operations import Operation
from muster_worker.workloads.settings import PlanError, Settings

STAGES = (
    *("lease", "acquire", "begin", "execute", "commit"),
    *("connect", "tls", "send", "wait", "receive"),
    *("first_row", "rows", "server"),
)


class FailureKind(Enum):
    """What may be done about a failure."""

    TRANSIENT = "nothing was changed, and another attempt may succeed"
    PERMANENT = "another attempt would fail the same way"
    UNKNOWN = "a commit whose answer was lost: it may have happened"


class OperationFailure(Exception):
    """A transaction that failed: a counted outcome. `error_class` is short and bounded in number."""

    def __init__(self, kind: FailureKind, error_class: str, message: str) -> None:
        super().__init__(message)
        self.kind, self.error_class = kind, error_class


class TargetError(Exception):
    """The target cannot be used: not reached, refused, not supported. One line with the address and the cause."""


class AnswerSink(Protocol):
    """Takes the rows of one answer as they arrive."""

    def columns(self, names: Sequence[str]) -> None:
        """The names of the columns, before the first row; only steps of a journey refer to them."""

    def row(self, values: Sequence[object]) -> None:
        """One value a column, of the types of `muster_worker.answers.encoding`; raises ValueError for others."""


class Probe(Protocol):
    """Where a session says what happened within one execution; operations that are not named are ok."""

    def stage(self, name: str) -> None:
        """The time since the start, or since the stage before, belongs to this one of STAGES; repeated ones add up."""

    def reached(self, name: str) -> None:
        """The time since the start of the operation is that of this stage; it overlaps with others."""

    def reported(self, name: str, duration_ns: int) -> None:
        """How long a part of the operation took, as the server reported it: "server"; it overlaps with others."""

    def content(self, checksum: int) -> None:
        """Of what was read: sums of it over any operations, which wrap, can be compared."""

    def outcome(self, position: int, name: str) -> None:
        """The outcome of one operation: "absent", "duplicate", or an error class."""

    def elements(self, position: int, count: int) -> None:
        """Vertices, edges or rows that were written or read."""

    def bytes(self, sent: int, received: int) -> None:
        """On the wire, as far as the driver says."""

    def answer(self, position: int) -> AnswerSink | None:
        """Where the rows of the answer of one operation go, asked for before its first row; None if nobody checks."""

    def feed(self, position: int, posts: list[int]) -> None:
        """The posts that a feed brought, in the order in which they came; for those who check feeds."""


class AbortResult(NamedTuple):
    """The result of an attempt to end an operation from outside; `message` is one line."""

    state: str
    """ "confirmed": the database was asked afterwards; "unconfirmed": no client waits for it any more; "running"."""
    message: str


@runtime_checkable
class Inspected(Protocol):
    """A session that describes and ends what it executes; those of other targets cannot."""

    def statement(self, operations: Sequence[Operation]) -> str:
        """What is sent for these operations, for people: without the values of parameters."""

    def abort(self) -> AbortResult:
        """Ends what `execute` runs now, from another thread; the next execution begins only after this has returned."""


class Session(Protocol):
    """One client's way to the target; used by one thread at a time."""

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        """Executes them as one transaction, once; raises OperationFailure. Retries are the engine's."""

    def close(self) -> None:
        """Never raises."""


class Contents(NamedTuple):
    """What is in the database, for the decision whether Muster may write there (docs/semantics.md rule 19)."""

    address: str
    database: str
    marked: bool
    vertices: int
    edges: int


class Target(Protocol):
    """A connected system under test, shared by the clients of a process; safe to call from any thread."""

    def facts(self) -> dict[str, str]:
        """What the store keeps of it: address, database, versions. Never a secret."""

    def session(self, depth: str) -> Session:
        """For one client, at depth "execute", "parse" or "nothing"; raises TargetError."""

    def contents(self) -> Contents:
        """Writes nothing."""

    def reset(self, marker: str) -> None:
        """Deletes all data, marks the database as Muster's and creates what the load needs."""

    def await_indexes(self) -> None:
        """Creates what follows the first load part, and returns when all indexes answer."""

    def fingerprint(self) -> dict[str, str]:
        """ "vertices", "edges", "degrees", "ids": equal exactly when the graphs are."""

    def close(self) -> None:
        """Never raises."""


class StatementNote(NamedTuple):
    """What a database says of a statement that it does not execute."""

    kind: str
    """ "refused" (it accepts it in no state), "schema" (it lacks what a load may create), or "warning"."""
    message: str
    line: int
    """Of the statement, from 1; 0 where the database names none."""


@runtime_checkable
class Explaining(Protocol):
    """A target whose database explains statements; those of other targets are not checked before a run."""

    def explain(self, text: str, parameters: Sequence[str], write: bool) -> list[StatementNote]:
        """Of a statement in Cypher, with the names of its parameters; raises TargetError."""


class TargetProvider(Protocol):
    """One kind of target; its name in plans is that of the entry point."""

    def open(self, target: Settings, workload: Settings) -> Target:
        """Connects, and does not return before the server has answered; raises TargetError or PlanError."""


def target_kinds() -> list[str]:
    """What this installation can drive."""
    return sorted(point.name for point in entry_points(group="muster.targets"))


def target_provider(kind: str) -> TargetProvider:
    """Raises PlanError naming those that there are, or the package that is missing."""
    for point in entry_points(group="muster.targets", name=kind):
        try:
            provider: TargetProvider = point.load()()
            return provider
        except ModuleNotFoundError as error:
            raise PlanError(f"target.kind: {kind} needs the package {error.name}: pip install {error.name}") from error
    raise PlanError(f"target.kind: a Python worker drives {', '.join(target_kinds())}, not {kind}: use Java workers")
