"""Messages between a worker and its engine processes: one pickled tuple each, over a pipe."""

from pathlib import Path
from typing import NamedTuple

from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Gauges
from muster_worker.meter import Usage
from muster_worker.targets.spi import StatementNote


class EngineId(NamedTuple):
    """Which engine. All workers of a phase have the same assignment, and so has one that was fenced and joins the phase
    again: `number` tells its engines apart."""

    assignment: int
    number: int


NO_ENGINE = EngineId(0, 0)

# ---- to an engine process ----


class Prepare(NamedTuple):
    """Prepare a phase. `clients` are those of each of its loads; `files` holds the paths of the plan's data files."""

    engine_id: EngineId
    plan: str
    phase: int
    clients: tuple[int, ...]
    lease_size: int
    joining: bool
    offset_ns: int
    files: dict[str, Path]


class Offer(NamedTuple):
    engine_id: EngineId
    grant: Grant


class Start(NamedTuple):
    """In the coordinator's time. Clients of closed loads may start from `clients_start_ns`."""

    engine_id: EngineId
    start_ns: int
    end_ns: int
    clients_start_ns: int


class Clients(NamedTuple):
    """Of one load."""

    engine_id: EngineId
    stream: int
    serial: int
    clients: int


class Drain(NamedTuple):
    engine_id: EngineId


class Close(NamedTuple):
    engine_id: EngineId
    report: bool


class Task(NamedTuple):
    """Work on the database outside of phases."""

    task: int
    kind: str
    plan: str


class Operations(NamedTuple):
    """List or abort operations in flight: the coordinator's message."""

    engine_id: EngineId
    message: bytes


Command = Operations | Prepare | Offer | Start | Clients | Drain | Close | Task

# ---- from an engine process ----


class Prepared(NamedTuple):
    engine_id: EngineId
    target: dict[str, str]


class Broken(NamedTuple):
    """`kind` is "plan", "target" or "fault"."""

    engine_id: EngineId
    kind: str
    message: str


class Wanted(NamedTuple):
    """How many leases of a load this process could take in all."""

    engine_id: EngineId
    stream: int
    total: int
    rate_per_s: float


class Recorded(NamedTuple):
    """A snapshot as protobuf, without assignment and seq."""

    engine_id: EngineId
    snapshot: bytes


class Unstarted(NamedTuple):
    engine_id: EngineId
    unstarted: list[Covered]


class ConcurrencyApplied(NamedTuple):
    engine_id: EngineId
    stream: int
    serial: int


class Drained(NamedTuple):
    engine_id: EngineId


class TaskDone(NamedTuple):
    """`failure` is empty if it went well."""

    task: int
    failure: str
    message: str
    facts: dict[str, str]
    statements: tuple[tuple[str, StatementNote], ...] = ()
    """The operation that each is about, first."""


class OperationsAnswer(NamedTuple):
    """An envelope, for the coordinator."""

    message: bytes


class Meters(NamedTuple):
    """`window` is what the process used between the start and the end of the phase, or until now."""

    usage: Usage
    window: Usage
    gauges: Gauges
    before: Gauges
    """Sums of earlier phases."""


Report = (
    Prepared
    | Broken
    | Wanted
    | Recorded
    | Unstarted
    | ConcurrencyApplied
    | Drained
    | TaskDone
    | OperationsAnswer
    | Meters
)
