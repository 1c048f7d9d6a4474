"""What a worker and its engine processes say to each other, one pickled tuple a message, over a pipe of their own."""

from pathlib import Path
from typing import NamedTuple

from muster_worker.engine.leases import Covered, Grant
from muster_worker.engine.spec import Gauges
from muster_worker.meter import Usage

# ---- to an engine process ----


class Prepare(NamedTuple):
    """A phase is to come. `files` says where the plan's data files are."""

    assignment: int
    plan: str
    phase: int
    clients: int
    lease_size: int
    joining: bool
    offset_ns: int
    files: dict[str, Path]


class Offer(NamedTuple):
    assignment: int
    grant: Grant


class Start(NamedTuple):
    """In the coordinator's time."""

    assignment: int
    start_ns: int
    end_ns: int


class Clients(NamedTuple):
    assignment: int
    serial: int
    clients: int


class Drain(NamedTuple):
    assignment: int


class Close(NamedTuple):
    assignment: int
    telling: bool


class Task(NamedTuple):
    """Work on the database outside of phases."""

    task: int
    kind: str
    plan: str


Command = Prepare | Offer | Start | Clients | Drain | Close | Task

# ---- from an engine process ----


class Prepared(NamedTuple):
    assignment: int
    target: dict[str, str]


class Broken(NamedTuple):
    """`kind` is "plan", "target" or "fault"."""

    assignment: int
    kind: str
    message: str


class Wanted(NamedTuple):
    """How many leases this process could take in all."""

    assignment: int
    total: int
    rate_per_s: float


class Recorded(NamedTuple):
    """A snapshot as protobuf, without assignment and seq."""

    assignment: int
    snapshot: bytes


class Unstarted(NamedTuple):
    assignment: int
    unstarted: list[Covered]


class ConcurrencyApplied(NamedTuple):
    assignment: int
    serial: int


class Drained(NamedTuple):
    assignment: int


class TaskDone(NamedTuple):
    """`failure` is empty if it went well."""

    task: int
    failure: str
    message: str
    facts: dict[str, str]


class Meters(NamedTuple):
    """`window` is what the process used between the start and the end of the phase, or until now."""

    usage: Usage
    window: Usage
    gauges: Gauges
    before: Gauges
    """Sums of earlier phases."""


Report = Prepared | Broken | Wanted | Recorded | Unstarted | ConcurrencyApplied | Drained | TaskDone | Meters
