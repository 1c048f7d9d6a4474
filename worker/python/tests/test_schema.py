"""The code that reads a key of a plan and the plan's schema, from which editors and docs have it, must say the same."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from muster_worker.plan import WORKLOADS, read_plan, workload_of
from muster_worker.workloads.settings import Settings

SCHEMA = json.loads(
    (Path(__file__).parents[3] / "workloads/src/main/resources/muster/plan.schema.json").read_text("utf-8")
)
DATA = ("graphity", "batch-insert")


class Recording(Settings):
    """Settings that note which keys were asked for, and as what."""

    def __init__(self, values: Mapping[str, Any], path: str) -> None:
        super().__init__(values, path)
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def choice(self, key: str, otherwise: str, names: Iterable[str]) -> str:
        self.asked.append((key, {"enum": list(names), "default": otherwise}))
        return super().choice(key, otherwise, names)

    def integer(self, key: str, otherwise: int, least: int, most: int) -> int:
        self.asked.append((key, {"type": "integer", "minimum": least, "maximum": most, "default": otherwise}))
        return super().integer(key, otherwise, least, most)

    def number(self, key: str, otherwise: float, least: float, most: float) -> float:
        self.asked.append((key, {"type": "number", "minimum": least, "maximum": most, "default": otherwise}))
        return super().number(key, otherwise, least, most)

    def flag(self, key: str, otherwise: bool) -> bool:
        self.asked.append((key, {"type": "boolean", "default": otherwise}))
        return super().flag(key, otherwise)


def keys_of(section: str, kind: str) -> dict[str, Any]:
    """The schema of each key that a section of this kind may have."""
    definition = SCHEMA["$defs"][section]
    keys = dict(definition["properties"])
    for branch in definition["allOf"]:
        condition = branch["if"]["properties"]["kind"]
        if kind == condition.get("const") or kind in condition.get("enum", ()):
            keys |= branch["then"].get("properties", {})
    return keys


def differences(asked: list[tuple[str, dict[str, Any]]], keys: Mapping[str, Any]) -> list[str]:
    """What is read otherwise than it is declared; a key that is refused where it is given may be looked for."""
    return [
        f"{key}: {name}: read as {value}, declared as {keys[key].get(name)}"
        for key, read in asked
        if keys[key] is not False
        for name, value in read.items()
        if keys[key].get(name) != value
    ]


def with_data(kind: str) -> list[dict[str, Any]]:
    """Plans that make a workload of this kind read all its keys."""
    if kind == "query":
        return [{"operations": {"q": {"cypher": "RETURN 1"}}}]
    return [{}, {"data": "edges"}] if kind in DATA else [{}]


@pytest.mark.parametrize("kind", WORKLOADS)
def test_a_workload_reads_its_keys_with_the_types_ranges_and_defaults_of_the_schema(kind: str, tmp_path: Path) -> None:
    data = tmp_path / "edges"
    data.write_text("1 2\n")
    for values in with_data(kind):
        settings = Recording({"seed": 1, **values}, "workload")
        workload_of(kind, settings, lambda name: data)
        assert settings.asked or kind == "noop"
        assert differences(settings.asked, keys_of("workload", kind)) == []


def test_so_does_a_plan_what_all_targets_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster_worker.plan.Settings", Recording)
    plan = read_plan(
        json.dumps(
            {
                "name": "p",
                "target": {"kind": "noop"},
                "workload": {"kind": "graphity", "seed": 1},
                "phases": [{"kind": "measure", "name": "measure", "operations": 1, "clients": 1, "drain": "10s"}],
            }
        ),
        lambda name: Path(name),
    )
    assert isinstance(plan.target, Recording)
    assert [key for key, _ in plan.target.asked] == ["retries"]
    assert differences(plan.target.asked, keys_of("target", "noop")) == []
    assert f"1/{plan.every}" == SCHEMA["properties"]["samples"]["default"]
