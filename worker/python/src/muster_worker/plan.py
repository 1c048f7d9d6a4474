"""The plan of a step, as the coordinator sends it: JSON, phases with every default, secrets as references."""

import json
import re
from collections.abc import Callable, Mapping
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from muster_worker.answers.reference import ExpectedAnswers
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.draws import Arrivals, Constant, Poisson
from muster_worker.workloads.expect import expected_answers
from muster_worker.workloads.generators import Generators, load_generator
from muster_worker.workloads.graphity import GraphityWorkload
from muster_worker.workloads.insert import InsertWorkload
from muster_worker.workloads.journey import JourneyWorkload
from muster_worker.workloads.loaded import LoadedWorkload
from muster_worker.workloads.namespaces import Namespace, Slots, is_of, namespaces
from muster_worker.workloads.noop import NoopWorkload
from muster_worker.workloads.operations import LoadPart, Operations, PhaseKey, Workload
from muster_worker.workloads.plan_key import phase_key, plan_key
from muster_worker.workloads.profile import ProfileRate, profile_line, profile_maximum
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.query_operation import Query
from muster_worker.workloads.replay import RecordedTimes, ReplayWorkload
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.stream import StreamWorkload
from muster_worker.workloads.stream_workloads import StreamWorkloads, own_settings
from muster_worker.workloads.turns import ArmTurns, TurnSchedule, of_run

WORKLOADS: dict[str, Callable[[Settings, DataFiles], Workload]] = {
    "noop": NoopWorkload,
    "batch-insert": InsertWorkload,
    "graphity": GraphityWorkload,
    "property-stream": StreamWorkload,
    "query": QueryWorkload,
    "journey": JourneyWorkload,
}
_RATE = re.compile(r"(\d+)/(\d*)(ns|us|ms|s|m|h)")
_UNIT_NS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}
_NAMING_COLUMNS = ("neo4j", "http")
"""Targets that hand over rows with the names of their columns."""
_CHANGING = ("warmup", "measure")


class Rate(NamedTuple):
    """Arrivals in period_ns nanoseconds."""

    arrivals: int
    period_ns: int
    poisson: bool

    def schedule(self, key: int) -> Arrivals:
        """t(i) of a phase with this key."""
        return Poisson(self.arrivals, self.period_ns, key) if self.poisson else Constant(self.arrivals, self.period_ns)

    def in_turns(self, turns: ArmTurns, phase_ns: int) -> ProfileRate:
        """The same within these turns of a phase of this duration, and nothing in between."""
        return ProfileRate(turns.line(self.arrivals, self.period_ns, phase_ns), self.poisson)


class Think(NamedTuple):
    """Pause between the end of an operation and the intended start of the next."""

    mean_ns: int
    exponential: bool


class Phase(NamedTuple):
    """One phase as it is executed; times in ns. `rate` is None in the closed model."""

    name: str
    key: PhaseKey
    actions: int
    rate: Rate | ProfileRate | RecordedTimes | None
    think: Think
    pacing_ns: int
    ramp_ns: int
    drain_ns: int
    clients: int
    """Of the whole cluster, of a profile the most at a time; in the open model it has no meaning."""
    measured: bool = False
    own: Workload | None = None
    """What its operations are of, where that is not the workload of the plan."""
    expected: Mapping[str, ExpectedAnswers] | None = None
    """What operations of its own workload must answer, by name; None where that is the plan's."""
    streams: tuple["Phase", ...] = ()
    """The loads that it offers, at the same time or by turns; empty where it offers one by itself."""
    workload: Settings | None = None
    """What its target is opened with, where it has data of its own; None for the plan's."""
    turns: ArmTurns | None = None
    """When it may begin operations; None for always. Its rate is one within them already."""

    @property
    def loads(self) -> tuple["Phase", ...]:
        """Its streams, or itself: the position of each is its number."""
        return self.streams or (self,)


class Plan(NamedTuple):
    """What one step asks of a worker."""

    name: str
    target: Settings
    workload_settings: Settings
    workload: Workload
    depth: str
    retries: int
    backoff_ns: int
    phases: list[Phase]
    queries: list[Query]
    """The operations that it names; empty for Muster's own workloads."""
    reference: str = ""
    """The data file that answers are compared with; empty for none."""
    checked_share: float = 1.0
    trace: str = "stages"
    """off, stages or samples."""
    every: int = 100
    """Of so many operations one is recorded singly, where `trace` is samples."""
    expected: Mapping[str, ExpectedAnswers] = MappingProxyType({})
    """What operations must answer, by name."""
    names: tuple[str, ...] = ()
    """Of all that figures are of and the plan names, in the order of their codes."""
    journeys: bool = False
    """Whether an index is a journey, whose steps are sent one by one."""

    def generators(self, folder: Path | None) -> Generators:
        """What generates journeys, by their names; raises PlanError unless `folder`, which its owner allows, has it."""
        named = self.workload.generators() if isinstance(self.workload, JourneyWorkload) else {}
        return {name: load_generator(name, place, folder) for name, place in named.items()}

    def operations(self, load: Phase) -> Operations:
        """Those of one load, by their position in it."""
        return (load.own or self.workload).operations(load.key)

    def queries_of(self, load: Phase) -> list[Query]:
        """The operations that its workload names."""
        return load.own.queries() if isinstance(load.own, QueryWorkload) else self.queries

    def names_of(self, load: Phase) -> tuple[str, ...]:
        """Of all that its figures are of and the plan names, in the order of their codes."""
        own = load.own
        return tuple(query.name for query in own.queries()) if isinstance(own, QueryWorkload) else self.names

    def expected_of(self, load: Phase) -> Mapping[str, ExpectedAnswers]:
        """What they must answer, by name."""
        return self.expected if load.expected is None else load.expected


def workload_of(kind: str, settings: Settings, files: DataFiles) -> Workload:
    """The workload of a kind; raises PlanError naming those that there are."""
    if kind not in WORKLOADS:
        raise PlanError(f"workload.kind: a Python worker knows {', '.join(WORKLOADS)}, not {kind}: use Java workers")
    return WORKLOADS[kind](settings, files)


def target_settings(text: str) -> tuple[str, Settings, Settings]:
    """Name of the plan, section target, section workload: all that a task on the database needs."""
    plan = json.loads(text)
    return plan["name"], Settings(plan["target"], "target"), Settings(plan["workload"], "workload")


def read_plan(text: str, files: DataFiles) -> Plan:
    """Reads and checks; raises PlanError."""
    name, target, settings = target_settings(text)
    plan = json.loads(text)
    workload = workload_of(settings.text("kind"), settings, files)
    queries = workload.queries() if isinstance(workload, QueryWorkload | JourneyWorkload) else []
    journeys = isinstance(workload, JourneyWorkload)
    names = workload.names() if isinstance(workload, JourneyWorkload) else [query.name for query in queries]
    if journeys and target.text("kind") not in _NAMING_COLUMNS:
        raise PlanError(
            f"target.kind: {target.text('kind')} of Python workers gives no rows, which steps of workload journey need:"
            " use Java workers"
        )
    answers = Settings(plan.get("answers", {}), "answers")
    pace: _Pace = _load_model
    if "replay" in plan:
        workload, pace = _replayed(plan, workload, queries, files)
    streams = StreamWorkloads(workload, workload_of, files)
    if plan.get("data", "none") != "none":
        workload = LoadedWorkload(workload)
    return Plan(
        name,
        target,
        settings,
        workload,
        settings.choice("depth"),
        target.integer("retries"),
        target.duration_ns("backoff"),
        _Schedule(plan, workload, pace, streams).phases,
        queries,
        answers.text("reference", ""),
        answers.number("check"),
        plan.get("trace", "stages"),
        int(plan.get("samples", plan_key("samples").default).removeprefix("1/")),
        expected_answers(plan["workload"]["operations"], queries, files) if queries and not journeys else {},
        tuple(names),
        journeys,
    )


class _LoadModel(NamedTuple):
    """When the clients of a phase begin an operation."""

    rate: Rate | ProfileRate | RecordedTimes | None
    think: Think = Think(0, False)
    pacing_ns: int = 0
    ramp_ns: int = 0


_Pace: TypeAlias = Callable[[dict[str, Any], Settings], _LoadModel]


def _load_model(spec: dict[str, Any], settings: Settings) -> _LoadModel:
    return _LoadModel(
        _rate(spec, settings), _think(spec, settings), settings.duration_ns("pacing"), settings.duration_ns("ramp")
    )


def _replayed(
    plan: dict[str, Any], workload: Workload, queries: list[Query], files: DataFiles
) -> tuple[Workload, _Pace]:
    section = Settings(plan["replay"], "replay")
    names = [spec["name"] for spec in plan["phases"] if spec["kind"] in _CHANGING]
    replay = ReplayWorkload(workload, queries, files(section.text("file")), names)

    def pace(spec: dict[str, Any], settings: Settings) -> _LoadModel:
        if spec["kind"] not in _CHANGING:
            return _load_model(spec, settings)
        recorded = section.choice("pace") == "recorded"
        return _LoadModel(replay.times(spec["name"], section.number("speed")) if recorded else None)

    return replay, pace


class _Schedule:
    """Turns the phases of a plan into executed phases: a load becomes its parts, each gets its ordinal and slot.

    A verify phase is a task between them, and has neither."""

    def __init__(self, plan: dict[str, Any], workload: Workload, pace: _Pace, streams: StreamWorkloads) -> None:
        self._plan, self._workload, self._pace, self._streams = plan, workload, pace, streams
        self._slots = Slots(plan)
        self._vertices = -1
        self.phases: list[Phase] = []
        for spec in plan["phases"]:
            if spec["kind"] == "load":
                self._add_load(spec)
            elif "streams" in spec:
                self._add_concurrent(spec)
            elif spec["kind"] in _CHANGING:
                actions = workload.actions_per_transaction
                self._add(spec, spec.get("part", ""), self._slots.next({}), actions, spec["name"])
                if "turns" in spec:
                    own = self.phases[-1]
                    self.phases[-1] = own._replace(turns=_of_run(spec), key=self._drawn(spec, own.key))

    def _drawn(self, spec: dict[str, Any], key: PhaseKey) -> PhaseKey:
        turns = Settings(spec, f"phases.{spec['name']}", declared=phase_key()).section("turns")
        draws = turns.text("draws", "")
        return next((key.drawn_as(earlier.key) for earlier in self.phases if earlier.name == draws), key)

    def _add_load(self, spec: dict[str, Any]) -> None:
        """The first part of all namespaces, then what needs it."""
        spaces = list(namespaces(self._plan).values()) or [Namespace("", self._plan["workload"])]
        owns = [self._streams.of_section(space.section) if space.name else None for space in spaces]
        for parts in zip_longest(*((own or self._workload).load_parts() for own in owns)):
            for space, own, part in zip(spaces, owns, parts, strict=True):
                if part is not None:
                    self._add_part(spec, part, space, own)

    def _add_part(self, spec: dict[str, Any], part: LoadPart, space: Namespace, own: Workload | None) -> None:
        name = "-".join(filter(None, (spec["name"], part.name, space.name)))
        self._add(spec, part.name, 0, part.actions_per_transaction, name)
        if own is not None:
            self.phases[-1] = self.phases[-1]._replace(own=own, workload=own_settings(space.section))

    def _add_concurrent(self, spec: dict[str, Any]) -> None:
        """The phase itself executes nothing; what bounds it is the same for all of its streams.

        Arms with data of their own get the same operations: what they were asked is no part of their difference."""
        key = self._key("", 0)
        settings = Settings(spec, f"phases.{spec['name']}", declared=phase_key())
        whole = Phase(spec["name"], key, 1, *_LoadModel(None), settings.duration_ns("drain"), 0, _measured(spec))
        section = settings.section("streams")
        streams = [self._stream(whole, spec, section, number) for number in range(len(spec["streams"]))]
        if "turns" in spec:
            turns, phase_ns = settings.section("turns"), settings.duration_ns("duration")
            lengths_ns = turns.duration_ns("length"), turns.duration_ns("guard")
            schedule = TurnSchedule(key.hash(), len(streams), *lengths_ns)
            streams = [_in_turns(each, schedule.arm(arm), phase_ns) for arm, each in enumerate(streams)]
            if self._slots.apart(spec["streams"].values()):
                streams = [each._replace(key=each.key.drawn_as(key)) for each in streams]
        self.phases.append(whole._replace(clients=sum(each.clients for each in streams), streams=tuple(streams)))

    def _stream(self, phase: Phase, spec: dict[str, Any], section: Settings, number: int) -> Phase:
        name, keys = list(spec["streams"].items())[number]
        own = self._streams.of(name, keys)
        actions = (own or self._workload).actions_per_transaction
        rate, think, pacing_ns, ramp_ns = _load_model(keys | {"name": f"{spec['name']}.{name}"}, section.section(name))
        return phase._replace(
            name=name,
            key=phase.key.of_stream(number, self._slots.next(keys), self._slots.all(keys)),
            actions=spec.get("actionsPerTransaction", actions),
            rate=rate,
            think=think,
            pacing_ns=pacing_ns,
            ramp_ns=ramp_ns,
            clients=keys.get("clients", 1),
            own=own,
            expected=self._streams.expected(own, keys),
            workload=own_settings(keys["workload"]) if is_of(self._plan, keys) else None,
        )

    def _key(self, part: str, slot: int) -> PhaseKey:
        key = PhaseKey(
            self._plan["workload"]["seed"], len(self.phases), part, slot, self._slots.all({}), self._vertices
        )
        if part == "vertices":
            self._vertices = key.ordinal
        return key

    def _add(self, spec: dict[str, Any], part: str, slot: int, actions: int, name: str) -> None:
        settings = Settings(spec, f"phases.{spec['name']}", declared=phase_key())
        self.phases.append(
            Phase(
                name,
                self._key(part, slot),
                spec.get("actionsPerTransaction", actions),
                *self._pace(spec, settings),
                settings.duration_ns("drain"),
                _clients(spec),
                _measured(spec),
            )
        )


def _of_run(spec: dict[str, Any]) -> ArmTurns:
    turns = Settings(spec, f"phases.{spec['name']}", declared=phase_key()).section("turns")
    lengths_ns = turns.duration_ns("length"), turns.duration_ns("guard")
    return of_run(*lengths_ns, spec["turns"]["of"], turns.text("as"))


def _measured(spec: dict[str, Any]) -> bool:
    return bool(spec["kind"] == "measure")


def _clients(spec: dict[str, Any]) -> int:
    clients = spec.get("clients", 1)
    return profile_maximum(clients) if isinstance(clients, dict) else clients


def _rate(spec: dict[str, Any], settings: Settings) -> Rate | ProfileRate | None:
    if "rate" not in spec:
        return None
    if isinstance(spec["rate"], dict):
        line = profile_line(spec["rate"], settings.duration_ns("duration"))
        return ProfileRate(line, spec["arrivals"] == "poisson")
    found = _RATE.fullmatch(str(spec["rate"]))
    if not found:
        raise PlanError(f"phases.{spec['name']}.rate: {spec['rate']!r} is not a rate such as 1000/s")
    period_ns = int(found[2] or 1) * _UNIT_NS[found[3]]
    return Rate(int(found[1]), period_ns, spec.get("arrivals") == "poisson")


def _think(spec: dict[str, Any], settings: Settings) -> Think:
    if isinstance(spec.get("think"), dict):
        return Think(settings.section("think").duration_ns("mean"), True)
    return Think(settings.duration_ns("think"), False)


def _in_turns(stream: Phase, turns: ArmTurns, phase_ns: int) -> Phase:
    """Its rate is offered within its turns, and only then."""
    rate = stream.rate.in_turns(turns, phase_ns) if isinstance(stream.rate, Rate) else stream.rate
    return stream._replace(rate=rate, turns=turns)
