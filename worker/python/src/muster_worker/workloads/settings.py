"""Settings of a plan's section, read with their types and ranges; the messages name key, value and what is right."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from muster_worker.workloads.plan_key import PlanKey, plan_key
from muster_worker.workloads.private_keys import private_key_problem

REFERENCE = re.compile(r"\$\{(env|file):([^{}]+)}")
_SECRET = re.compile(r"(.*(password|passwd|token|secret|apikey))|(proxy)?authorization|cookie")
_DURATION = re.compile(r"(\d+(?:\.\d+)?) ?(ns|us|ms|s|m|h)")
_UNIT_NS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 10**9, "m": 60 * 10**9, "h": 3600 * 10**9}
_LARGEST_SECRET = 1 << 16


class PlanError(Exception):
    """A plan that cannot be executed; the message is one line with the cause and the cure."""


def is_secret(key: str) -> bool:
    """Whether a reference is resolved as the value of this key of section "target"."""
    return _SECRET.fullmatch(key.lower().replace("_", "").replace("-", "")) is not None


class Settings:
    """One section. Secrets are references until `resolved`, whose values are only ever held in memory.

    A reader names a key; default, range and choices are those of plan.schema.json, and one that is not there raises
    LookupError. `otherwise` holds in place of the default, where that depends on other keys or on the kind, or stands
    for a key that is not there. A range and names are given for targets of which the schema knows nothing."""

    def __init__(
        self,
        values: Mapping[str, Any],
        path: str,
        stored: Mapping[str, Any] | None = None,
        declared: PlanKey | None = None,
    ) -> None:
        self._values, self._path = values, path
        self._stored = values if stored is None else stored
        self.declared = (declared or plan_key(path)).of_kind(values.get("kind", ""))

    def __contains__(self, key: str) -> bool:
        self.declared.key(key)
        return self._values.get(key) is not None

    def raw(self) -> Mapping[str, Any]:
        """As it stands in the plan: secrets are still references."""
        return self._stored

    def resolved(self) -> "Settings":
        """The same with ${env:NAME} and ${file:PATH} replaced in secret keys; raises PlanError for missing ones."""
        return Settings(_resolved(self._values, self._path), self._path, self._stored, self.declared)

    def section(self, key: str) -> "Settings":
        """A section within this one; empty if it is not there."""
        values, stored = self._values.get(key) or {}, self._stored.get(key) or {}
        return Settings(values, f"{self._path}.{key}", stored, self.declared.key(key))

    def text(self, key: str, otherwise: str | None = None) -> str:
        """A text; it must be there if it has no default."""
        value = self._value(key, otherwise)
        if not isinstance(value, str):
            raise self.wrong(key, "a text")
        return value

    def choice(self, key: str, otherwise: str | None = None, names: Iterable[str] | None = None) -> str:
        """One of some names."""
        name, names = self.text(key, otherwise), names or self.declared.key(key).choices
        if name not in names:
            raise self.wrong(key, "one of " + ", ".join(names))
        return name

    def integer(self, key: str, otherwise: int | None = None, least: int | None = None, most: int | None = None) -> int:
        """A whole number from least to most; 1e6 and 1000.0 are whole, as in YAML."""
        value = self._value(key, otherwise)
        if least is None or most is None:
            least, most = self.declared.key(key).range("integer")
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.wrong(key, f"a whole number from {least} to {most}")
        if not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}")
        return int(value)

    def number(
        self, key: str, otherwise: float | None = None, least: float | None = None, most: float | None = None
    ) -> float:
        """A number from least to most."""
        value = self._value(key, otherwise)
        if least is None or most is None:
            least, most = self.declared.key(key).range("number")
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise self.wrong(key, f"a number from {least} to {most}")
        return float(value)

    def flag(self, key: str, otherwise: bool | None = None) -> bool:
        """True or false."""
        value = self._value(key, otherwise)
        if not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return value

    def duration_ns(self, key: str, otherwise_ns: int | None = None) -> int:
        """A duration such as 20s or 250ms, in ns."""
        if otherwise_ns is not None and key not in self:
            return otherwise_ns
        value = self._value(key)
        return duration_ns(str(value), lambda: self.wrong(key, "a duration, such as 20s or 250ms"))

    def _value(self, key: str, otherwise: Any = None) -> Any:
        declared = self.declared.key(key)
        return self._values.get(key, declared.default if otherwise is None else otherwise)

    def wrong(self, key: str, right: str) -> PlanError:
        """The message for a value that is not right."""
        return PlanError(f"{self._path}.{key}: {self._stored.get(key)!r} is not {right}")


def _resolved(values: Mapping[str, Any], path: str) -> dict[str, Any]:
    resolved: dict[str, Any] = {}
    for key, value in values.items():
        place = f"{path}.{key}"
        if isinstance(value, Mapping):
            resolved[key] = _resolved(value, place)
        elif isinstance(value, str) and is_secret(key):
            resolved[key] = REFERENCE.sub(partial(_secret, place), value)
        else:
            resolved[key] = value
    return resolved


def _secret(place: str, found: re.Match[str]) -> str:
    source, name = found[1], found[2]
    if source == "file":
        return _content(Path(name), place)
    if name not in os.environ:
        raise PlanError(f"{place}: the environment variable {name} is not set")
    return os.environ[name]


def _content(file: Path, place: str) -> str:
    try:
        if file.stat().st_size > _LARGEST_SECRET:
            raise PlanError(f"{place}: {file} is longer than {_LARGEST_SECRET} bytes")
        problem = private_key_problem(file)
        if problem:
            raise PlanError(f"{place}: {problem}")
        return file.read_text("utf-8").rstrip()
    except OSError as error:
        raise PlanError(f"{place}: cannot read {file}: {type(error).__name__}") from error


def duration_ns(text: str, wrong: Callable[[], PlanError]) -> int:
    """A number and a unit, such as 1.5h, in ns."""
    found = _DURATION.fullmatch(text.strip())
    if not found:
        raise wrong()
    return int(Fraction(found[1]) * _UNIT_NS[found[2]])
