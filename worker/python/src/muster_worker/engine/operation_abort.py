"""Lists and ends what clients execute, by other threads."""

from time import monotonic_ns, sleep
from typing import NamedTuple

from muster_worker.engine.client import Client
from muster_worker.engine.execution import Block
from muster_worker.targets.spi import AbortResult, Inspected
from muster_worker.workloads.operations import FIRST_NAMED, KINDS, TRANSACTION

_REACTION_NS = 2_000_000_000
"""How long an operation may take to react once the database has ended it."""
_WAKE_NS = 200_000_000
"""How long one may take that no database executes: it waits to be tried again."""
_LOOK_AGAIN_S = 0.001
_LONGEST_STATEMENT = 500


class RunningOperation(NamedTuple):
    """A block that a client is within; `index` is that of its first operation."""

    index: int  # type: ignore[assignment]
    client: int
    age_ns: int
    actions: int
    name: str
    statement: str


class AbortedOperation(NamedTuple):
    """The result of a request to abort one: "aborted", "ended" or "running"."""

    state: str
    name: str
    message: str


def described(client: Client, block: Block) -> RunningOperation:
    """For people."""
    session, operations = client.session, block.operations
    text = session.statement(operations) if isinstance(session, Inspected) else ""
    line = " ".join(text.split())
    cut = line if len(line) <= _LONGEST_STATEMENT else line[: _LONGEST_STATEMENT - 3] + "..."
    age_ns = max(0, monotonic_ns() - block.start_ns)
    return RunningOperation(block.index, client.number, age_ns, len(operations), name_of(client, block), cut)


def name_of(client: Client, block: Block) -> str:
    """As samples of it are called."""
    spec = client.state.spec
    if spec.phase.actions > 1:
        return KINDS[TRANSACTION]
    code = block.operations[0].code
    return KINDS[code] if code < FIRST_NAMED else spec.names[code - FIRST_NAMED]


def abort(client: Client, index: int) -> AbortedOperation:
    """Ends the client's block if it begins with this index; meanwhile the client is held back from the next one."""
    client.released.clear()
    client.state.hold(1)
    try:
        block = client.running()
        if block is None or block.index != index:
            return AbortedOperation("ended", "", "it has ended, or never began")
        return _abort(client, block)
    finally:
        client.state.hold(-1)
        client.released.set()


def _abort(client: Client, block: Block) -> AbortedOperation:
    execution, name = client.execution, name_of(client, block)
    execution.abort_wanted = block.index
    session = client.session
    no = AbortResult("running", "this target cannot end an operation")
    result = session.abort() if isinstance(session, Inspected) else no
    refused = result.state == "running"
    ended = _await_end(client, block, _WAKE_NS if refused else _REACTION_NS)
    if execution.abort_done == block.index:
        return AbortedOperation("aborted", name, result.message)
    if ended:
        return AbortedOperation("ended", name, "it ended by itself before")
    if refused:
        execution.abort_wanted = -1
        return AbortedOperation("running", name, result.message)
    return AbortedOperation("running", name, result.message + "; still running after 2 s")


def _await_end(client: Client, block: Block, most_ns: int) -> bool:
    until_ns = monotonic_ns() + most_ns
    while (now := client.running()) is not None and now.index == block.index:
        if monotonic_ns() >= until_ns:
            return False
        sleep(_LOOK_AGAIN_S)
    return True
