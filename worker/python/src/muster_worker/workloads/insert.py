"""Workload "batch-insert": vertices and edges in batches of a set size. A second execution adds the same ids."""

from collections.abc import Callable
from typing import NamedTuple

from muster_worker.workloads.data import DataFiles, EdgeList, read_graph
from muster_worker.workloads.draws import Permutation, WeightTable, milli, zipf
from muster_worker.workloads.mix import below, mix2, mix3
from muster_worker.workloads.operations import InsertEdges, InsertVertices, LoadPart, Operations, PhaseKey, entity_id
from muster_worker.workloads.settings import PlanError, Settings

_INSERT = 0x696E73657274
Ends = Callable[[int], tuple[int, int]]


class _Graph(NamedTuple):
    """Vertices with names, and the ends of the edges of a seed."""

    vertices: int
    name: Callable[[int], str]
    edges: int
    ends: Callable[[int], Ends]


class _VertexBatches(NamedTuple):
    graph: _Graph
    size: int
    ordinal: int

    @property
    def count(self) -> int:  # type: ignore[override]
        return -(-self.graph.vertices // self.size)

    def at(self, index: int) -> InsertVertices:
        batch = range(index * self.size, min((index + 1) * self.size, self.graph.vertices))
        return InsertVertices([entity_id(self.ordinal, v) for v in batch], [self.graph.name(v) for v in batch])


class _EdgeBatches(NamedTuple):
    ends: Ends
    edges: int
    size: int
    ordinal: int
    vertices: int

    @property
    def count(self) -> int:  # type: ignore[override]
        return -(-self.edges // self.size)

    def at(self, index: int) -> InsertEdges:
        batch = range(index * self.size, min((index + 1) * self.size, self.edges))
        ends = [self.ends(edge) for edge in batch]
        return InsertEdges(
            [entity_id(self.ordinal, edge) for edge in batch],
            [entity_id(self.vertices, source) for source, _ in ends],
            [entity_id(self.vertices, target) for _, target in ends],
        )


class InsertWorkload:
    """Both parts can be loaded, warmed up with and measured; each phase adds its own elements."""

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self._vertex_batch = settings.integer("vertexBatch")
        self._edge_batch = settings.integer("edgeBatch")
        if settings.integer("edgePayload") > 0:
            raise PlanError("workload.edgePayload: Python workers have none: leave it out, or use Java workers")
        self.actions_per_transaction = settings.integer("actionsPerTransaction")
        self._graph = _given(settings, files) if "data" in settings else _synthetic(settings)

    def load_parts(self) -> list[LoadPart]:
        return [
            LoadPart("vertices", -(-self._graph.vertices // self._vertex_batch), 1),
            LoadPart("edges", -(-self._graph.edges // self._edge_batch), 1),
        ]

    def operations(self, phase: PhaseKey) -> Operations:
        if phase.part == "vertices":
            return _VertexBatches(self._graph, self._vertex_batch, phase.ordinal)
        if phase.part != "edges":
            raise PlanError(f'part: "{phase.part}": a phase of batch-insert needs part: vertices or part: edges')
        if phase.vertices < 0:
            raise PlanError("part: edges: no phase before it adds vertices; put one with part: vertices before it")
        ends = self._graph.ends(phase.seed)
        return _EdgeBatches(ends, self._graph.edges, self._edge_batch, phase.ordinal, phase.vertices)


def _given(settings: Settings, files: DataFiles) -> _Graph:
    graph: EdgeList = read_graph(settings.text("data"), settings.text("format"), files)
    pairs = list(zip(graph.sources, graph.targets, strict=True))
    return _Graph(len(graph.names), graph.names.__getitem__, len(pairs), lambda seed: pairs.__getitem__)


def _synthetic(settings: Settings) -> _Graph:
    vertices = settings.integer("vertices")
    edges = settings.integer("edges")
    popularity = zipf(vertices, milli(settings.number("edgeExponent")))
    return _Graph(vertices, lambda v: f"v{v}", edges, lambda seed: _drawn(seed, vertices, popularity))


def _drawn(seed: int, vertices: int, popularity: WeightTable) -> Ends:
    """Sources uniformly, targets by popularity; a target that is the source becomes the next vertex."""
    key = mix2(seed, _INSERT)
    vertex_of_rank = Permutation(vertices, mix2(key, 3))

    def ends(edge: int) -> tuple[int, int]:
        source = below(vertices, mix3(key, 1, edge))
        target = vertex_of_rank.at(popularity.draw(mix3(key, 2, edge)))
        return source, (target + 1) % vertices if target == source else target

    return ends
