"""Everything that can happen to a worker."""

from typing import NamedTuple, TypeAlias

from muster_worker.wire import muster_pb2 as wire


class Received(NamedTuple):
    """A message of the coordinator; its frame was well-formed."""

    envelope: wire.Envelope


class Tick(NamedTuple):
    """Time has passed; with what the process has used so far."""

    resources: wire.Resources


# What the engines report about the assignment that they were prepared for.


class Prepared(NamedTuple):
    """The engines are connected."""

    assignment: int
    target: dict[str, str]
    resources: wire.Resources


class Broken(NamedTuple):
    """The engines could not be connected, or a bug showed itself; `kind` is "plan", "target" or "fault"."""

    assignment: int
    kind: str
    message: str


class Wanted(NamedTuple):
    """The engines could hold this many leases of a load in all, those they were offered included."""

    assignment: int
    stream: int
    total: int
    rate_per_s: float


class Recorded(NamedTuple):
    """An interval; its seq and assignment are still to be filled in. `retired`: of an engine that was closed, whose
    assignment this worker may have been given anew."""

    assignment: int
    snapshot: wire.Snapshot
    retired: bool = False


class Unstarted(NamedTuple):
    """What an engine gave back."""

    assignment: int
    unstarted: list[wire.Coverage]


class ConcurrencyApplied(NamedTuple):
    """The engines run no more clients of a load than they should."""

    assignment: int
    stream: int
    serial: int


class Drained(NamedTuple):
    """The engines have handed over their last interval."""

    assignment: int


class TaskDone(NamedTuple):
    """Answers RunTask."""

    result: wire.TaskResult


class Request(NamedTuple):
    """To be sent; may be lost, like a request for a file or an answer to a question: the waiting side times out."""

    envelope: wire.Envelope


class Leave(NamedTuple):
    """The worker is asked to go."""

    reason: str


OfEngine: TypeAlias = Prepared | Broken | Wanted | Recorded | Unstarted | ConcurrencyApplied | Drained

Event: TypeAlias = Received | Tick | OfEngine | TaskDone | Request | Leave
