"""Keys of a plan as plan.schema.json declares them: the code that reads a key gives its name and nothing else."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Schema = Mapping[str, Any]

_WORKLOAD = "workload"
"""Its keys may be asked for whatever its kind, since targets prepare statements of all workloads."""
_LARGEST = (1 << 63) - 1


@cache
def _root() -> dict[str, Any]:
    """Read when the first plan is."""
    text = files(__package__).joinpath("plan.schema.json").read_text("utf-8")
    root: dict[str, Any] = json.loads(text)
    return root


def _resolved(schema: Schema) -> Schema:
    """With what it refers to, such as "#/$defs/phase/properties/think"; its own words come first."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    at: Any = _root()
    for name in reference.removeprefix("#/").split("/"):
        at = at[name]
    return {**_resolved(at), **schema}


class PlanKey:
    """One key, and the keys of the map that it may hold."""

    def __init__(self, path: str, schema: Schema, kind: str = "") -> None:
        self._path, self._kind = path, kind
        self._schema: Schema = _resolved(schema)

    def of_kind(self, kind: str) -> "PlanKey":
        """The same map with this kind, on which further keys depend."""
        return PlanKey(self._path, self._schema, kind)

    def key(self, name: str) -> "PlanKey":
        """A key of this map; raises LookupError if the schema has no such key."""
        path = f"{self._path}.{name}" if self._path else name
        for declared in self._declarations(name):
            if isinstance(declared, dict):
                return PlanKey(path, declared)
        if self._is_open():
            return PlanKey(path, {})
        raise LookupError(f"{path} is not in plan.schema.json")

    @property
    def default(self) -> Any:
        """The value where a plan has no such key; None for none."""
        return self._schema.get("default")

    @property
    def choices(self) -> list[str]:
        """The texts that it can be."""
        names: list[str] = self._schema["enum"]
        return names

    def range(self, type_name: str) -> tuple[Any, Any]:
        """The smallest and the largest number; raises LookupError if the schema says another type than this."""
        if self._schema.get("type") != type_name:
            raise LookupError(f"{self._path} is no {type_name} in plan.schema.json")
        return self._schema["minimum"], self._schema.get("maximum", _LARGEST)

    def _is_open(self) -> bool:
        """A target that is not part of Muster has keys that the schema does not know."""
        closed = self._schema.get("additionalProperties") is False
        return not self._schema or (not closed and self._kind != "" and not any(self._conditions()))

    def _declarations(self, name: str) -> Iterator[Any]:
        """For this kind, for all kinds, for names that users choose; False where a kind must not have the key."""
        for condition in self._conditions():
            yield condition["then"].get("properties", {}).get(name)
        yield self._schema.get("properties", {}).get(name)
        for form in self._schema.get("anyOf", ()):
            yield form.get("properties", {}).get(name)
        yield self._schema.get("additionalProperties")
        if self._path == _WORKLOAD:
            for condition in self._schema["allOf"]:
                yield condition["then"].get("properties", {}).get(name)

    def _conditions(self) -> Iterator[Schema]:
        for condition in self._schema.get("allOf", ()):
            kinds = condition["if"].get("properties", {}).get("kind", {})
            if self._kind == kinds.get("const") or self._kind in kinds.get("enum", ()):
                yield condition


def plan_key(name: str) -> PlanKey:
    """A section of a plan, such as "target"."""
    return PlanKey("", _root()).key(name)


def phase_key() -> PlanKey:
    """One of the phases."""
    return PlanKey("phase", _root()["$defs"]["phase"])
