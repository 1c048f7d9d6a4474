"""Operations of workload "property-stream"."""

import builtins
from typing import Literal, NamedTuple, TypeAlias

from muster_worker.workloads.mix import operation_digest, text_digest


class ProjectGraph(NamedTuple):
    """Projects all loaded vertices and edges, anew if there is a graph of this name."""

    graph: str

    @property
    def code(self) -> Literal[12]:
        return 12

    def digest(self) -> int:
        return operation_digest(12, 0, [text_digest(self.graph)])


class EmbedNodes(NamedTuple):
    """Gives each node of a projected graph a vector of `dimension` floats, unless they have one."""

    graph: str
    property: str
    dimension: int
    seed: int

    @builtins.property
    def code(self) -> Literal[14]:
        return 14

    def digest(self) -> int:
        return operation_digest(14, self.dimension, [text_digest(self.graph), text_digest(self.property), self.seed])


class ReadPartition(NamedTuple):
    """Reads (id, vector) of each node whose id, divided by `partitions`, leaves `partition`, in any order.

    `round` is how many times the whole stream was read before; `checked` asks for the checksum of what was read."""

    round: int
    partition: int
    partitions: int
    checked: bool

    @property
    def code(self) -> Literal[13]:
        return 13

    def digest(self) -> int:
        return operation_digest(13, self.round, [self.partition, self.partitions, int(self.checked)])


StreamOperation: TypeAlias = ProjectGraph | EmbedNodes | ReadPartition
