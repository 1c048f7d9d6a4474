"""Data of its own on the server of a plan, for streams whose workload differs from the plan's: a range of ids each."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from muster_worker.workloads.plan_key import plan_key
from muster_worker.workloads.settings import Settings

_KIND = "graphity"
_OF_PLAN = -1
_CHANGING = ("warmup", "measure")

Section = Mapping[str, Any]


class Namespace(NamedTuple):
    """`name` is that of the first stream that uses it, empty for the plan's; `section` says how its data are made."""

    name: str
    section: Section


def number_of(workload: Section) -> int:
    """The range of ids that a workload has."""
    return Settings(workload, "workload", declared=plan_key("workload")).integer("namespace")


def is_of(plan: Section, stream: Section) -> bool:
    """Whether a stream has data that the plan loads for it."""
    own: Section = stream.get("workload") or {}
    return own.get("kind") == _KIND and plan["workload"]["kind"] == _KIND


def namespaces(plan: Section) -> dict[int, Namespace]:
    """By number, in the order in which they are loaded; none where all streams use the plan's data."""
    executing = [phase for phase in plan["phases"] if phase["kind"] in _CHANGING]
    others: dict[int, Namespace] = {}
    names: set[str] = set()
    for name, stream in _streams(executing):
        if is_of(plan, stream):
            number = number_of(stream["workload"])
            if number not in others:
                others[number] = Namespace(f"{name}-{number}" if name in names else name, stream["workload"])
                names.add(name)
    if others and any(_uses_plans_own(phase) for phase in executing):
        return {number_of(plan["workload"]): Namespace("", plan["workload"])} | others
    return others


def _streams(phases: list[Section]) -> Iterator[tuple[str, Section]]:
    for phase in phases:
        yield from phase.get("streams", {}).items()


def _uses_plans_own(phase: Section) -> bool:
    streams: Section = phase.get("streams", {})
    return not streams or any("workload" not in stream for stream in streams.values())


class Slots:
    """Deals loaded edges out to the loads that change them; each namespace has slots of its own."""

    def __init__(self, plan: Section) -> None:
        self._plan = plan
        self._all: dict[int, int] = {}
        self._taken: dict[int, int] = {}
        for phase in plan["phases"]:
            if phase["kind"] in _CHANGING:
                streams: list[Section] = list(phase.get("streams", {}).values()) or [{}]
                for stream in streams:
                    self._count(self._all, stream)

    def apart(self, streams: Collection[Section]) -> bool:
        """Whether none of these streams uses the data of another."""
        return len({self._number(stream) for stream in streams}) == len(streams)

    def all(self, stream: Section) -> int:
        """How many loads change the data of a stream; an empty one has the plan's."""
        return self._all.get(self._number(stream), 0)

    def next(self, stream: Section) -> int:
        """The slot of the next of them."""
        return self._count(self._taken, stream)

    def _count(self, of: dict[int, int], stream: Section) -> int:
        number = self._number(stream)
        before = of.get(number, 0)
        of[number] = before + 1
        return before

    def _number(self, stream: Section) -> int:
        return number_of(stream["workload"]) if is_of(self._plan, stream) else _OF_PLAN
