"""The same bits as the Java side: its golden vectors are read here."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muster_worker.plan import Rate, read_plan, workload_of
from muster_worker.workloads import draws, fixed_point
from muster_worker.workloads.actions import message
from muster_worker.workloads.journey_operation import JourneyOperation
from muster_worker.workloads.mix import MASK, below, mix, mix2, mix3, signed
from muster_worker.workloads.operations import KINDS, PhaseKey
from muster_worker.workloads.profile import ProfileRate, profile_line
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings
from muster_worker.workloads.stream import RowHash, RowSum
from muster_worker.workloads.stream_workloads import StreamWorkloads
from muster_worker.workloads.turns import TurnSchedule

FOLDER = Path(__file__).parents[3] / "workloads/src/test/resources/golden"
TABLES = FOLDER.parents[1].parent / "main/resources/muster/workloads/random"


def cases(name: str) -> list[Any]:
    return list(json.loads((FOLDER / name).read_text()))


def numbers(values: list[str]) -> list[int]:
    return [int(value) for value in values]


def drawn(draw: str, p: dict[str, Any], x: int) -> int:
    """What this side gives; 64-bit parameters are texts in the vectors."""
    n = {key: int(value) for key, value in p.items() if key not in ("profile", "model")}
    hashed = x & MASK
    match draw:
        case "mix":
            return mix(x)
        case "mix2":
            return mix2(n["first"], x)
        case "mix3":
            return mix3(n["first"], n["second"], x)
        case "below":
            return below(n["bound"], x)
        case "log2":
            return fixed_point.log2(x)
        case "exp2Negative":
            return fixed_point.exp2_negative(x, n["bits"])
        case "zipf":
            return draws.zipf(n["size"], n["exponentMilli"]).draw(x)
        case "zipfWeight":
            return draws.zipf(n["size"], n["exponentMilli"]).weight(x)
        case "degree":
            return draws.degree(p["profile"], hashed)
        case "gap":
            return draws.gap(hashed)
        case "gapOfEntry":
            return draws.gap(x << 48)
        case "gapNs":
            return draws.gap_ns(hashed, n["meanNs"])
        case "permutation":
            return draws.Permutation(n["size"], n["key"]).at(x)
        case "shuffle":
            return draws.shuffle(n["size"], n["key"])[x]
        case "rowHash":
            bits = np.array([[mix2(x, i) & 0x7F7FFFFF for i in range(n["dimension"])]], dtype=np.uint32)
            return RowHash(n["dimension"]).total(np.array([signed(hashed)]), bits.view(np.float32))
        case "arrivals":
            return arrivals(p["model"], n).time_ns(0, 0, x)
        case "profileArrivals":
            line = profile_line(json.loads(p["profile"]), n["durationNs"])
            assert line.time_ns(0) == n["first"]
            return ProfileRate(line, p["model"] == "poisson").schedule(n["key"]).time_ns(0, n["first"], x)
        case "turn":
            return TurnSchedule(n["hash"], n["arms"], n["turnNs"], n["guardNs"]).turn(n["arm"], x)
        case "sharedTurn":
            shared = TurnSchedule(n["hash"], n["arms"], n["turnNs"], n["guardNs"], shared=True)
            from_ns = 1_800_000_000_000_000_000 // shared.block_ns * shared.block_ns
            return shared.arm(n["arm"]).next(from_ns + x).turn
        case "turnAt" | "turnFrom" | "turnTo" | "turnOn" | "turnArrivals":
            return of_turns(draw, p, n, x)
    raise AssertionError(f"no draw {draw} on this side")


def of_turns(draw: str, p: dict[str, Any], n: dict[str, int], x: int) -> int:
    turns = TurnSchedule(n["hash"], n["arms"], n["turnNs"], n["guardNs"]).arm(n["arm"])
    match draw:
        case "turnAt":
            return turns.next(x).turn
        case "turnFrom":
            return turns.windows(n["durationNs"])[x].from_ns
        case "turnTo":
            return turns.windows(n["durationNs"])[x].to_ns
        case "turnOn":
            return turns.on_ns(x)
    rate = Rate(n["arrivals"], n["periodNs"], p["model"] == "poisson").in_turns(turns, n["durationNs"])
    assert rate.line.time_ns(0) == n["first"]
    return rate.schedule(n["key"]).time_ns(0, n["first"], x)


def arrivals(model: str, n: dict[str, int]) -> draws.Arrivals:
    if model == "poisson":
        return draws.Poisson(n["arrivals"], n["periodNs"], n["key"])
    return draws.Constant(n["arrivals"], n["periodNs"])


@pytest.mark.parametrize("case", cases("draws.json"), ids=lambda case: case["draw"])
def test_every_draw_is_the_golden_one(case: dict[str, Any]) -> None:
    parameters = case["parameters"]
    if case["draw"] == "message":
        assert message(int(parameters["post"]), parameters["length"]) == case["out"]
        return
    out = [signed(drawn(case["draw"], parameters, x) & MASK) for x in numbers(case["in"])]
    assert out == numbers(case["out"])


@pytest.mark.parametrize("case", cases("operations.json"), ids=lambda case: str(case["workload"])[:60])
def test_every_operation_is_the_golden_one(case: dict[str, Any]) -> None:
    workload = workload_of(case["workload"]["kind"], Settings(case["workload"], "workload"), FOLDER.joinpath)
    fields: dict[str, Any] = {name: value if name == "part" else int(value) for name, value in case["phase"].items()}
    key = PhaseKey(**fields)
    if "stream" in case:
        part = StreamWorkloads(workload, workload_of, FOLDER.joinpath).of("s", {"operations": case["part"]})
        assert part
        workload, key = part, key.of_stream(**case["stream"])
    operations = workload.operations(key)
    assert operations.count == int(case["count"])
    for golden in case["operations"]:
        operation = operations.at(int(golden["index"]))
        if isinstance(operation, QueryOperation | JourneyOperation):
            name = operation.query.name if isinstance(operation, QueryOperation) else operation.journey.name
            assert name == golden["kind"]
            assert {name: typed(value) for name, value in operation.bindings().items()} == golden["fields"]
        else:
            assert KINDS[operation.code] == golden["kind"]
            assert plain(operation._asdict()) == plain(golden["fields"])
        assert signed(operation.digest()) == int(golden["digest"])
    digest = sum(operations.at(i).digest() for i in range(int(case["digested"])))
    assert signed(digest & MASK) == int(case["digest"])


@pytest.mark.parametrize("case", cases("phases.json"))
def test_every_load_of_a_phase_is_the_golden_one(case: dict[str, Any]) -> None:
    plan = read_plan(case["plan"], Path)
    loads = [(phase, load) for phase in plan.phases for load in phase.loads]
    for (phase, load), golden in zip(loads, case["loads"], strict=True):
        assert (phase.name, load.name) == (golden["phase"], golden["load"])
        assert plain(load.key._asdict()) == plain({"drawn": None} | golden["key"])
        assert (load.workload or plan.workload_settings).choice("algorithm") == golden["algorithm"]
        operations = plan.operations(load)
        digest = sum(operations.at(i).digest() for i in range(min(300, operations.count)))
        assert signed(digest & MASK) == int(golden["digest"])


def typed(value: Any) -> list[Any]:
    """As the vectors write a value of a query: Java's type and it."""
    names = {bool: "Boolean", int: "Long", float: "Double", str: "String"}
    return [] if value is None else [names[type(value)], str(value) if type(value) is int else value]


def plain(value: Any) -> Any:
    """Integers as texts: the vectors write 64-bit ones so."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return str(value) if isinstance(value, int) else value


def test_the_wheel_has_the_tables_of_degrees_of_which_the_checkout_has_one_copy(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=Path(__file__).parents[1], check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        for profile in draws.PROFILES:
            name = f"degrees-{profile}.txt"
            assert wheel.read(f"muster_worker/workloads/tables/{name}") == (TABLES / name).read_bytes()


def test_a_checksum_depends_neither_on_the_order_of_rows_nor_on_their_batches_but_on_every_bit() -> None:
    random = np.random.default_rng(7)
    ids = np.arange(100, dtype=np.int64)
    vectors = random.random((100, 9), dtype=np.float32)
    whole = RowHash(9).total(ids, vectors)
    order = random.permutation(100)
    parts = RowSum(checked=True)
    for part in (order[:30], order[30:31], order[31:]):
        parts.check(ids[part], vectors[part])
    assert parts.content == whole
    vectors[41, 3] = np.nextafter(vectors[41, 3], np.float32(9))
    assert RowHash(9).total(ids, vectors) != whole
