"""Graphs and event logs from data files, plain or .gz; "file:line" in every message about one."""

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from muster_worker.workloads.settings import PlanError

DataFiles = Callable[[str], Path]
_EVENTS = {"A": 4, "R": 4, "U": 3}


class EdgeList(NamedTuple):
    """A given graph: vertices are numbered by first appearance, edges as they stand in the file."""

    names: list[str]
    sources: list[int]
    targets: list[int]


class EventLog(NamedTuple):
    """Events in the order of a file: A (follow), R (unfollow), U (update); `others` is -1 for an update."""

    names: list[str]
    events: list[str]
    users: list[int]
    others: list[int]


def read_graph(name: str, form: str, files: DataFiles) -> EdgeList:
    """The graph of a data file in format "edges"."""
    if form != "edges" or name == "debian":
        raise PlanError(f"data: a Python worker reads edge lists and logs, not {form}: use Java workers for it")
    graph = _edges(files(name))
    if len(graph.names) < 2:
        raise PlanError(f"data: {name} holds no graph: at least two vertices are needed")
    return graph


def _edges(file: Path) -> EdgeList:
    numbers: dict[str, int] = {}
    sources, targets = [], []
    for place, line in _lines(file):
        ids = line.split("\t") if "\t" in line else re.split(" +", line.strip())
        if len(ids) != 2 or not ids[0].strip() or not ids[1].strip():
            raise PlanError(f'{place}: "{line}" is not an edge: two ids, parted by a tab or spaces')
        sources.append(numbers.setdefault(ids[0], len(numbers)))
        targets.append(numbers.setdefault(ids[1], len(numbers)))
    return EdgeList(list(numbers), sources, targets)


def read_log(file: Path) -> EventLog:
    """An event log: time stamp, A, R or U, a user and, for A and R, another, parted by tabs."""
    numbers: dict[str, int] = {}
    events, users, others = [], [], []
    for place, line in _lines(file):
        fields = line.split("\t")
        if not _is_event(fields):
            raise PlanError(f'{place}: "{line}" is not an event: a time stamp, A, R or U, and one or two users')
        events.append(fields[1])
        users.append(numbers.setdefault(fields[2], len(numbers)))
        others.append(numbers.setdefault(fields[3], len(numbers)) if len(fields) == 4 else -1)
    return EventLog(list(numbers), events, users, others)


def _is_event(fields: list[str]) -> bool:
    if len(fields) < 3 or not re.fullmatch("-?[0-9]+", fields[0]) or _EVENTS.get(fields[1]) != len(fields):
        return False
    return all(field.strip() for field in fields[2:]) and len(set(fields[2:])) == len(fields) - 2


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    if file.name.endswith(".lz4"):
        raise PlanError(f"{file}: a Python worker reads plain files and .gz, not .lz4: use Java workers for it")
    try:
        with gzip.open(file, "rt", encoding="utf-8") if _is_gzip(file) else file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and not line.startswith("#"):
                    yield f"{file}:{number}", line.rstrip("\n")
    except OSError as error:
        raise PlanError(f"{file}: cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise PlanError(f"{file}: is neither text in UTF-8 nor a whole gzip of it: {error}") from error


def _is_gzip(file: Path) -> bool:
    """By its first bytes: files in the cache are named by checksum."""
    with file.open("rb") as opened:
        return opened.read(2) == b"\x1f\x8b"
