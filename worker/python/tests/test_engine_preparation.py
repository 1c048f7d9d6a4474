"""What the engines of a phase are made of."""

import json
from typing import Any, cast

import pytest

from muster_worker import pipe
from muster_worker.agent.engine_preparation import EnginePreparation
from muster_worker.agent.target_cache import TargetCache
from muster_worker.answers.digest import Digester
from muster_worker.answers.reference import AnswerChecks
from muster_worker.engine.spec import Outlet, Spec
from muster_worker.file_rule import FileRule
from muster_worker.plan_access import PlanAccess
from muster_worker.targets.spi import TargetError
from muster_worker.workloads.settings import Settings


def query(name: str, expected: int) -> dict[str, Any]:
    return {"kind": "query", "operations": {name: {"cypher": f"RETURN {expected}", "expect": expected}}}


PLAN = {
    "name": "p",
    "target": {"kind": "neo4j"},
    "workload": query("one", 1) | {"seed": 5},
    "phases": [
        {
            "kind": "measure",
            "name": "measure",
            "duration": "1s",
            "streams": {
                "plans": {"clients": 2},
                "own": {"workload": query("two", 2), "rate": "10/s", "maxInFlight": 2},
                "more": {"clients": 7},
            },
        }
    ],
}


class FakeTarget:
    """Has sessions that do nothing."""

    def __init__(self) -> None:
        self.sessions = 0

    def session(self, depth: str) -> "FakeTarget":
        self.sessions += 1
        return self

    def close(self) -> None:
        self.sessions -= 1


class FakeTargets(TargetCache):
    def __init__(self) -> None:
        super().__init__(PlanAccess(FileRule(None)))
        self.target = FakeTarget()

    def open(self, settings: Settings, workload: Settings, own: Settings | None = None) -> Any:
        return self.target


def prepared(clients: tuple[int, ...]) -> tuple[list[Spec], FakeTarget]:
    targets = FakeTargets()
    prepare = pipe.Prepare(pipe.EngineId(1, 1), json.dumps(PLAN), 0, clients, 0, False, 0, {})
    outlets: list[int] = []

    def outlet(stream: int) -> Outlet:
        outlets.append(stream)
        return Outlet(lambda total, rate: None, lambda snapshot: None, lambda bug: None)

    phase, _ = EnginePreparation(targets).connect(prepare, outlet)
    assert outlets == [0, 1, 2]
    specs = [stream.engine._state.spec for stream in phase._streams]
    sessions = targets.target.sessions
    assert sessions == sum(clients)
    phase.close()
    return specs, targets.target


def test_each_load_of_a_phase_has_an_engine_with_its_clients_and_operations() -> None:
    (plans, own, more), target = prepared((1, 2, 0))
    assert [spec.clients for spec in (plans, own, more)] == [1, 2, 0]
    assert [spec.phase.name for spec in (plans, own, more)] == ["plans", "own", "more"]
    assert [spec.names for spec in (plans, own, more)] == [("one",), ("two",), ("one",)]
    assert target.sessions == 0


def test_answers_of_a_load_with_queries_of_its_own_are_compared_with_what_those_expect() -> None:
    (plans, own, _), _ = prepared((1, 1, 1))
    assert (expected(plans, 0), expected(own, 1 << 48)) == (digest(1), digest(2))


def expected(spec: Spec, index: int) -> object:
    operation = cast(Any, spec.operations.at(index))
    assert isinstance(spec.answers, AnswerChecks)
    recorded = spec.answers.find(operation.query, index, operation.values)
    return recorded and recorded.digest


def digest(value: int) -> object:
    digester = Digester()
    digester.begin(False)
    digester.row([value])
    return digester.digest()


class CountedTarget(FakeTarget):
    def __init__(self, algorithm: str) -> None:
        super().__init__()
        self.algorithm, self.closed = algorithm, False

    def close(self) -> None:
        self.closed = True


class ConnectedTargets(TargetCache):
    """Connects to nothing, but keeps what it has connected."""

    def __init__(self) -> None:
        super().__init__(PlanAccess(FileRule(None)))
        self.connected: list[CountedTarget] = []

    def connect(self, settings: Settings, workload: Settings) -> Any:
        self.connected.append(CountedTarget(workload.choice("algorithm")))
        return self.connected[-1]


def test_a_load_with_data_of_its_own_has_a_target_and_ids_of_its_own() -> None:
    own = {"kind": "graphity", "users": 50, "algorithm": "st", "namespace": 3, "mix": {"feed": 100}}
    plan = PLAN | {
        "workload": {"kind": "graphity", "users": 50, "mix": {"feed": 100}, "seed": 5},
        "phases": [{"kind": "load", "name": "load"}]
        + [
            {"kind": kind, "name": kind, "duration": "1s", "streams": {"a": {}, "b": {"workload": own}, "c": {}}}
            for kind in ("warmup", "measure")
        ],
    }
    targets = ConnectedTargets()
    outlet = Outlet(lambda total, rate: None, lambda snapshot: None, lambda bug: None)
    for phase in (0, 1, 4, 5):
        clients = (1, 1, 1) if phase > 3 else (1,)
        prepare = pipe.Prepare(pipe.EngineId(1, 1), json.dumps(plan), phase, clients, 0, False, 0, {})
        engines, _ = EnginePreparation(targets).connect(prepare, lambda stream: outlet)
        specs = [stream.engine._state.spec for stream in engines._streams]
        engines.close()
    assert [target.algorithm for target in targets.connected] == ["stou", "st"], "phases share them"
    assert [cast(Any, spec.target) for spec in specs] == [targets.connected[i] for i in (0, 1, 0)]
    readers = [
        {cast(Any, spec.operations.at((s << 48) + i)).reader >> 31 for i in range(9)} for s, spec in enumerate(specs)
    ]
    assert readers == [{0}, {3}, {0}]
    targets.open(Settings({"kind": "noop"}, "target"), Settings(own, "workload"))
    assert [target.closed for target in targets.connected] == [True, True, False], "another plan closes them"


def test_engines_that_were_made_are_closed_if_a_later_one_cannot_be() -> None:
    targets = FakeTargets()
    opened = targets.target.session

    def two(depth: str) -> FakeTarget:
        if targets.target.sessions == 2:
            raise TargetError("no more")
        return opened(depth)

    targets.target.session = two  # type: ignore[method-assign]
    prepare = pipe.Prepare(pipe.EngineId(1, 1), json.dumps(PLAN), 0, (2, 1, 0), 0, False, 0, {})
    outlet = Outlet(lambda total, rate: None, lambda snapshot: None, lambda bug: None)
    with pytest.raises(TargetError, match="no more"):
        EnginePreparation(targets).connect(prepare, lambda stream: outlet)
    assert targets.target.sessions == 0
