"""Everything that a worker's protocol wants done."""

from typing import NamedTuple, TypeAlias

from muster_worker.wire import muster_pb2 as wire


class Send(NamedTuple):
    """To the coordinator."""

    envelope: wire.Envelope


class PrepareEngine(NamedTuple):
    """Answered by Prepared or Broken."""

    prepare: wire.Prepare
    offset_ns: int


class Offer(NamedTuple):
    """A lease for the engines."""

    lease: wire.Lease


class StartEngine(NamedTuple):
    """The start time is set."""

    start: wire.Start


class SetClients(NamedTuple):
    """Answered by ConcurrencyApplied."""

    share: wire.SetConcurrency


class DrainEngine(NamedTuple):
    """Answered by Unstarted, then Drained."""

    assignment: int


class CloseEngine(NamedTuple):
    """Throw the engines away; answered by Recorded with what they did not report yet, if `report`."""

    assignment: int
    report: bool = False


class RunTask(NamedTuple):
    """Answered by TaskDone."""

    task: wire.Task


class TakeChunk(NamedTuple):
    """A part of a data file arrived."""

    chunk: wire.FileChunk


class AnswerOperations(NamedTuple):
    """The coordinator lists or aborts operations in flight; answered by Request, soon or after some seconds."""

    message: wire.Envelope


class Log(NamedTuple):
    """For people."""

    line: str


class Exit(NamedTuple):
    """The worker is done; `failure` is empty if it was asked to go."""

    failure: str


Action: TypeAlias = (
    Send
    | PrepareEngine
    | Offer
    | StartEngine
    | SetClients
    | DrainEngine
    | CloseEngine
    | RunTask
    | TakeChunk
    | AnswerOperations
    | Log
    | Exit
)
