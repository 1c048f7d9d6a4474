"""Warms the driver of a worker that joins a running phase, without touching the graph (docs/semantics.md rule 13)."""

from time import monotonic_ns

from muster_worker.targets.spi import OperationFailure, Session, Target, TargetError
from muster_worker.workloads.journey_operation import JourneyOperation
from muster_worker.workloads.operations import Operations

_MOST_OPERATIONS = 2_000
_LONGEST_NS = 1_000_000_000


class _IgnoringProbe:
    """A probe that keeps nothing."""

    def stage(self, name: str) -> None: ...
    def reached(self, name: str) -> None: ...
    def reported(self, name: str, duration_ns: int) -> None: ...
    def content(self, checksum: int) -> None: ...
    def outcome(self, position: int, name: str) -> None: ...
    def elements(self, position: int, count: int) -> None: ...
    def bytes(self, sent: int, received: int) -> None: ...
    def feed(self, position: int, posts: list[int]) -> None: ...
    def answer(self, position: int) -> None: ...


def warm_up(target: Target, operations: Operations) -> None:
    """Sends the cheapest requests for a second at most."""
    session: Session = target.session("nothing")
    end_ns = monotonic_ns() + _LONGEST_NS
    try:
        for index in range(min(_MOST_OPERATIONS, operations.count)):
            operation = operations.at(index)
            sent = operation.example() if isinstance(operation, JourneyOperation) else operation
            session.execute([sent], _IgnoringProbe())
            if monotonic_ns() >= end_ns:
                return
    except OperationFailure as failure:
        raise TargetError(f"the warm-up of a joining worker failed: {failure}") from failure
    finally:
        session.close()
