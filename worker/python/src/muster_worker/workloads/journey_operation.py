"""Operations of workload "journey": steps that a plan names, of which later ones use rows of earlier ones."""

from typing import Any, NamedTuple, TypeAlias

from muster_worker.workloads.mix import mix2
from muster_worker.workloads.query_operation import Query, QueryOperation, digest_of

STEP_MARK = "."
"""In the name of a step, after that of its journey."""
LAST, PASS = -1, -2
"""Rows of an answer: the last, and the one with the number of the loop's pass."""

Value: TypeAlias = int | float | bool | str | None


class Drawn(NamedTuple):
    """What was drawn for the journey, by its place in `JourneyOperation.values`."""

    place: int


class OfRow(NamedTuple):
    """A row of an earlier step: its number, LAST or PASS; a column by its name, or its number from 0."""

    step: int
    row: int
    column: str


class Given:
    """The generator of the journey gives it."""


StepValue: TypeAlias = Drawn | OfRow | Given | Value


class JourneyStep(NamedTuple):
    """A statement, where the values of its parameters come from, and what follows it; JourneyStep in Java.

    `no_row` is "", "continue", "stop", "fail", or the number of a later step."""

    query: Query
    values: tuple[StepValue, ...]
    think_ns: int
    no_row: str | int
    most: int
    until_empty: bool
    first_rows: int
    last_row: bool

    @property
    def name(self) -> str:
        """Of the step alone."""
        return self.query.name.partition(STEP_MARK)[2]


class Journey(NamedTuple):
    """`parameters` are the names of what is drawn for it."""

    code: int
    name: str
    parameters: tuple[str, ...]
    steps: tuple[JourneyStep, ...]
    digest: int
    python: str = ""
    """The generator that says which step is next; "" where the plan does."""
    max_steps: int = 0


class JourneyOperation(NamedTuple):
    """A journey with the values that were drawn for it. No target executes it: the engine sends its steps."""

    journey: Journey
    values: tuple[Value, ...]

    @property
    def code(self) -> int:
        return self.journey.code

    def digest(self) -> int:
        """Of the name and the drawn values; what was sent is added with `digest_with`."""
        hashed = self.journey.digest
        for value in self.values:
            hashed = mix2(hashed, digest_of(value))
        return hashed

    def bindings(self) -> dict[str, Any]:
        """The values by the names of their parameters."""
        return dict(zip(self.journey.parameters, self.values, strict=True))

    def example(self) -> QueryOperation:
        """The first step, without values that come from answers."""
        step = self.journey.steps[0]
        known = [self.values[of.place] if isinstance(of, Drawn) else of for of in step.values]
        return QueryOperation(step.query, tuple(None if isinstance(of, OfRow | Given) else of for of in known))


def digest_with(before: int, sent: QueryOperation) -> int:
    """Of all that was sent before, and this step."""
    return mix2(before, sent.digest())
