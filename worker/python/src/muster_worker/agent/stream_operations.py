"""The operations of a load by their indexes in the phase, which say which load they are of."""

from typing import NamedTuple

from muster_worker.workloads import stream_index
from muster_worker.workloads.operations import Operation, Operations


def stream_operations(own: Operations, stream: int) -> Operations:
    """Those of the first load count from 0 already."""
    return _StreamOperations(own) if stream else own


class _StreamOperations(NamedTuple):
    own: Operations

    @property
    def count(self) -> int:  # type: ignore[override]
        return self.own.count

    def at(self, index: int) -> Operation:
        return self.own.at(stream_index.position(index))
