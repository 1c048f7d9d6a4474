"""Workload "property-stream": how fast does a property of all nodes reach the client?

A load inserts the graph of batch-insert, projects it and gives each node a vector. Operations read the stream again and
again; index i is partition i modulo their number. In a phase with `part: check` what arrives is summed up, which takes
its time and so is not what is measured elsewhere."""

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.insert import InsertWorkload
from muster_worker.workloads.mix import MASK, mix_array
from muster_worker.workloads.operations import NEVER_ENDING, LoadPart, Operations, PhaseKey
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.stream_operation import EmbedNodes, ProjectGraph, ReadPartition

_NAME = re.compile(r"[^\W\d][\w.-]{0,99}")


class StreamSettings(NamedTuple):
    """Which property of which nodes, in how many parts; `labels` is ["*"] for all nodes."""

    graph: str
    property: str
    labels: list[str]
    partitions: int
    dimension: int

    @classmethod
    def of(cls, workload: Settings) -> "StreamSettings":
        """Reads and checks; raises PlanError."""
        return cls(
            _name(workload, "graph"),
            _name(workload, "property"),
            _labels(workload),
            workload.integer("partitions"),
            workload.integer("dimension"),
        )


def _name(workload: Settings, key: str) -> str:
    name = workload.text(key)
    if not _NAME.fullmatch(name):
        raise workload.wrong(key, "a name of letters, digits, _, . and -")
    return name


def _labels(workload: Settings) -> list[str]:
    text = workload.text("labels")
    labels = [label.strip() for label in text.split(",")]
    if text != "*" and not all(_NAME.fullmatch(label) for label in labels):
        raise workload.wrong("labels", '"*" for all nodes, or labels such as "User, Post"')
    return labels


class _Single(NamedTuple):
    operation: ProjectGraph | EmbedNodes

    @property
    def count(self) -> int:  # type: ignore[override]
        return 1

    def at(self, index: int) -> ProjectGraph | EmbedNodes:
        return self.operation


class _Reading(NamedTuple):
    partitions: int
    checked: bool

    @property
    def count(self) -> int:  # type: ignore[override]
        return NEVER_ENDING

    def at(self, index: int) -> ReadPartition:
        return ReadPartition(index // self.partitions, index % self.partitions, self.partitions, self.checked)


class StreamWorkload:
    """One stream a transaction: two could not be measured separately."""

    actions_per_transaction = 1

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self._settings = StreamSettings.of(settings)
        self._graph = InsertWorkload(settings, files)

    def load_parts(self) -> list[LoadPart]:
        return [*self._graph.load_parts(), LoadPart("projection", 1, 1), LoadPart("embedding", 1, 1)]

    def operations(self, phase: PhaseKey) -> Operations:
        match phase.part:
            case "vertices" | "edges":
                return self._graph.operations(phase)
            case "projection":
                return _Single(ProjectGraph(self._settings.graph))
            case "embedding":
                of = self._settings
                return _Single(EmbedNodes(of.graph, of.property, of.dimension, phase.seed))
            case "check" | "":
                return _Reading(self._settings.partitions, phase.part == "check")
        raise PlanError(f'part: "{phase.part}": a phase of property-stream has none, or part: check')


class RowHash:
    """A hash of (id, bits of the vector), the same in every language.

    The sum of those of all rows is a checksum of a stream that depends neither on the order of rows nor on how they are
    divided into partitions. All arithmetic is on 64 bits that wrap."""

    def __init__(self, dimension: int) -> None:
        self._weights = mix_array(np.arange(dimension, dtype=np.uint64))

    def total(self, ids: NDArray[np.int64], vectors: NDArray[np.float32]) -> int:
        """The sum of the hashes of some rows: `ids` of shape (n,), `vectors` of shape (n, dimension)."""
        bits = np.ascontiguousarray(vectors).view(np.uint32)
        terms = np.einsum("ij,j->i", bits, self._weights, dtype=np.uint64, casting="unsafe")
        hashes = mix_array(mix_array(ids.view(np.uint64)) ^ terms)
        return int(hashes.sum(dtype=np.uint64)) & MASK


class RowSum:
    """What a stream brought so far: rows, bytes of content (8 an id, 4 a float), and the checksum if it is wanted."""

    def __init__(self, checked: bool) -> None:
        self._checked = checked
        self._hash: RowHash | None = None
        self.rows = self.bytes = self.content = 0

    def count(self, rows: int, dimension: int) -> None:
        """Rows that have arrived."""
        self.rows += rows
        self.bytes += rows * (8 + 4 * dimension)

    def check(self, ids: NDArray[np.int64], vectors: NDArray[np.float32]) -> None:
        """Sums them up, if that is wanted; all vectors of a stream have one dimension."""
        if self._checked and len(ids):
            if self._hash is None:
                self._hash = RowHash(vectors.shape[1])
            self.content = (self.content + self._hash.total(ids, vectors)) & MASK
