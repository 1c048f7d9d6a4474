"""Recorded operations; the Javadoc of ReplayFile and ReplayWorkload defines file and replay.

Each line was checked before the plan was sent."""

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from muster_worker.workloads.operations import (
    AddUser,
    Feed,
    Follow,
    LoadPart,
    Noop,
    Operation,
    Operations,
    PhaseKey,
    Post,
    Unfollow,
    Workload,
)
from muster_worker.workloads.query_operation import Query, QueryOperation
from muster_worker.workloads.settings import PlanError

_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5"
_NATIVE: dict[str, Callable[[Mapping[str, Any]], Operation]] = {
    "noop": lambda of: Noop(of["index"], of["delay_ns"]),
    "addUser": lambda of: AddUser(of["user"]),
    "follow": lambda of: Follow(of["user"], of["followee"]),
    "unfollow": lambda of: Unfollow(of["user"], of["followee"]),
    "post": lambda of: Post(of["author"], of["post"], of["message"]),
    "feed": lambda of: Feed(of["reader"], of["k"]),
}


class RecordedTimes(NamedTuple):
    """When the operations of a phase are meant to start, in ns after its start: the arrivals of an open model."""

    starts_ns: list[int]

    def schedule(self, key: int) -> "RecordedTimes":
        """It is its own: nothing is drawn."""
        return self

    def time_ns(self, from_index: int, from_ns: int, to_index: int) -> int:
        """What is beyond the last one starts with it: nobody asks for its operation."""
        return self.starts_ns[min(to_index, len(self.starts_ns) - 1)]


class ReplayFile:
    """All of it, unpacked, and where its lines end."""

    def __init__(self, file: Path) -> None:
        self._content = _unpacked(file)
        self._ends = np.flatnonzero(np.frombuffer(self._content, np.uint8) == ord("\n"))
        self._phases: list[Mapping[str, Any]] = self.line(0)["phases"]

    def line(self, number: int) -> dict[str, Any]:
        """One line, from 0."""
        start = int(self._ends[number - 1]) + 1 if number else 0
        return cast("dict[str, Any]", json.loads(self._content[start : int(self._ends[number])]))

    def phase(self, name: str) -> tuple[int, int, bool]:
        """The first line of a phase, how many it has, and whether they have times."""
        line = 1
        for phase in self._phases:
            if phase["name"] == name:
                return line, phase["operations"], phase["timed"]
            line += phase["operations"]
        raise PlanError(f"replay.file: it has no operations of phase {name}")


@lru_cache(1)
def _opened(file: Path, modified_ns: int) -> ReplayFile:
    return ReplayFile(file)


def _unpacked(file: Path) -> bytes:
    try:
        content = file.read_bytes()
        if content.startswith(_GZIP):
            return gzip.decompress(content)
        return _unpacked_zstd(content) if content.startswith(_ZSTD) else content
    except (OSError, EOFError, zlib.error) as error:
        raise PlanError(f"replay.file: {file}: cannot be read: {error}") from error


def _unpacked_zstd(content: bytes) -> bytes:
    try:
        zstd = import_module("compression.zstd")
    except ImportError:
        raise PlanError("replay.file: Python before 3.14 cannot read zstd: pack the file with gzip") from None
    return cast(bytes, zstd.decompress(content))


class ReplayWorkload:
    """The load of a workload; operation i of another phase is the i-th recorded one of the phase of the same name."""

    def __init__(self, workload: Workload, queries: list[Query], file: Path, phases: list[str]) -> None:
        self.actions_per_transaction = workload.actions_per_transaction
        self._workload = workload
        self._queries = {query.name: query for query in queries}
        self._file = _opened(file, file.stat().st_mtime_ns)
        self._phases = phases

    def load_parts(self) -> list[LoadPart]:
        return self._workload.load_parts()

    def operations(self, phase: PhaseKey) -> Operations:
        """Those of one phase."""
        if phase.part in [part.name for part in self.load_parts()]:
            return self._workload.operations(phase)
        first, count, _ = self._file.phase(self._phases[phase.slot])
        return _Recorded(self._file, self._queries, first, count)

    def times(self, phase: str, speed: float) -> RecordedTimes | None:
        """Divided by speed; None for a phase without."""
        first, count, timed = self._file.phase(phase)
        if not timed:
            return None
        starts = (self._file.line(line)["start_ns"] for line in range(first, first + count))
        return RecordedTimes([start if speed == 1 else int(start / speed) for start in starts])


class _Recorded:
    def __init__(self, file: ReplayFile, queries: Mapping[str, Query], first: int, count: int) -> None:
        self.count = count
        self._file, self._queries, self._first = file, queries, first

    def at(self, index: int) -> Operation:
        line = self._file.line(self._first + index)
        name, parameters = line["name"], line["parameters"]
        query = self._queries.get(name)
        if query is None:
            return _NATIVE[name](parameters)
        return QueryOperation(query, tuple(parameters[parameter] for parameter in query.parameters))
