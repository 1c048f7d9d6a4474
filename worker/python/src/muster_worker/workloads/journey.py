"""Workload "journey": an index is the journey, with the values, that workload "query" draws for it.

Whether the plan makes sense was checked before it was sent."""

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.journey_operation import (
    LAST,
    PASS,
    STEP_MARK,
    Drawn,
    Given,
    Journey,
    JourneyOperation,
    JourneyStep,
    OfRow,
    StepValue,
)
from muster_worker.workloads.mix import text_digest
from muster_worker.workloads.operations import FIRST_NAMED, LoadPart, PhaseKey
from muster_worker.workloads.query import (
    NamedQuery,
    QueryOperations,
    below_section,
    drawn_columns,
    operations_of,
    parameter,
    statement_texts,
    weighted,
)
from muster_worker.workloads.query_operation import NO_LIMIT, Query
from muster_worker.workloads.settings import PlanError, Settings

_ROW = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\.rows\[([^]]*)]\.(.+)")
_ENDS = ("continue", "stop", "fail")
_IDENTITY = "id"


class JourneyWorkload:
    """Journeys without end; there is nothing to load."""

    actions_per_transaction = 1

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self._horizon = settings.integer("horizon")
        names = list(settings.raw()["journeys"])
        self._journeys: list[Journey] = []
        self._drawn: list[NamedQuery] = []
        number = len(names)
        for name in names:
            own = below_section(settings, "journeys", name)
            given: Mapping[str, Any] = own.raw().get("parameters") or {}
            parameters = {of: parameter(of, below_section(own, "parameters", of), files, names) for of in given}
            columns, drawn, arguments = drawn_columns(parameters)
            code = FIRST_NAMED + len(self._journeys)
            none = Query(code, name, {}, columns, False, False, False, _IDENTITY, NO_LIMIT, text_digest(name))
            parts = int(own.number("weight") * 100 + 0.5)
            self._drawn.append(NamedQuery(none, parts, drawn, arguments))
            steps = _steps(own, name, columns, number)
            number += len(steps)
            python = own.text("python", "")
            self._journeys.append(
                Journey(code, name, columns, steps, none.digest, python, own.integer("maxSteps") if python else 0)
            )

    def of(self, weights: Mapping[str, float]) -> "JourneyWorkload":
        """The same with these weights; a journey that is not named keeps its place, and is never drawn."""
        part = copy(self)
        part._drawn = weighted(self._drawn, weights)
        return part

    def queries(self) -> list[Query]:
        """The statements of all steps, in the order of the plan."""
        return [step.query for journey in self._journeys for step in journey.steps]

    def names(self) -> list[str]:
        """Of all figures, in the order of their codes."""
        return [journey.name for journey in self._journeys] + [query.name for query in self.queries()]

    def generators(self) -> dict[str, str]:
        """MODULE:FUNCTION by the name of the journey."""
        return {journey.name: journey.python for journey in self._journeys if journey.python}

    def load_parts(self) -> list[LoadPart]:
        return []

    def operations(self, phase: PhaseKey) -> "_JourneyOperations":
        """Those of one phase."""
        if phase.part:
            raise PlanError(f"part: {phase.part}: a phase of workload journey has no parts")
        return _JourneyOperations(self._journeys, operations_of(self._drawn, phase, self._horizon))


class _JourneyOperations:
    def __init__(self, journeys: list[Journey], draws: QueryOperations) -> None:
        self.count = draws.count
        self._journeys, self._draws = journeys, draws

    def at(self, index: int) -> JourneyOperation:
        drawn = self._draws.at(index)
        return JourneyOperation(self._journeys[drawn.code - FIRST_NAMED], drawn.values)


def _steps(own: Settings, journey: str, drawn: tuple[str, ...], number: int) -> tuple[JourneyStep, ...]:
    given: Mapping[str, Any] = own.raw()["steps"]
    names = list(given)
    steps = [
        _step(below_section(own, "steps", name), journey, name, names, drawn, number + at)
        for at, name in enumerate(names)
    ]
    return tuple(_keeping(step, at, steps) for at, step in enumerate(steps))


def _keeping(step: JourneyStep, at: int, steps: list[JourneyStep]) -> JourneyStep:
    """With the rows that later steps may refer to."""
    first, last = 0, False
    for later in steps:
        for value in later.values:
            if isinstance(value, OfRow) and value.step == at:
                last |= value.row == LAST
                first = max(first, later.most if value.row == PASS else value.row + 1)
    return step._replace(first_rows=first, last_row=last)


def _step(
    settings: Settings, journey: str, name: str, names: list[str], drawn: tuple[str, ...], number: int
) -> JourneyStep:
    raw = settings.raw()
    values: dict[str, StepValue] = {of: Drawn(place) for place, of in enumerate(drawn) if "." not in of}
    given: Mapping[str, Any] = raw.get("parameters") or {}
    values |= {of: _value(value, names, drawn) for of, value in given.items()}
    query = Query(
        FIRST_NAMED + number,
        journey + STEP_MARK + name,
        statement_texts(raw),
        tuple(values),
        settings.flag("write"),
        False,
        False,
        _IDENTITY,
        settings.integer("limit", NO_LIMIT),
        text_digest(journey + STEP_MARK + name),
    )
    until = "until" in raw
    most = settings.integer("atMost", 1) if until else settings.integer("repeat")
    no_row = raw.get("ifEmpty", "")
    return JourneyStep(
        query,
        tuple(values.values()),
        settings.duration_ns("think"),
        no_row if no_row in ("", *_ENDS) else names.index(no_row),
        most,
        until,
        0,
        False,
    )


def _value(given: Any, names: list[str], drawn: tuple[str, ...]) -> StepValue:
    if not isinstance(given, str):
        constant: StepValue = given
        return constant
    row = _ROW.fullmatch(given)
    if row is None and given == "given" and given not in drawn:
        return Given()
    if row is None:
        return Drawn(drawn.index(given))
    number = {"last": LAST, "pass": PASS}.get(row[2])
    return OfRow(names.index(row[1]), int(row[2]) if number is None else number, row[3])
