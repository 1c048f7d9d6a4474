"""How the rows of a Cypher statement become outcomes and counts, whichever database they are from."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from muster_worker.targets.spi import Probe

Rows: TypeAlias = Sequence[Mapping[str, Any]]
Answer: TypeAlias = Callable[[int, Rows, Any, Probe], None]
"""Reports what rows and summary say of the operations from a position on."""


def nothing(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
    """Of a statement that touched nothing."""


def single(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
    """No row: something is absent. One row: whether it was there."""
    if rows:
        report(position, rows[0]["there"], 1, probe)
    else:
        probe.outcome(position, "absent")


def feed(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
    """No row: the reader is absent. One row: a list of [post, author, message]."""
    if not rows:
        probe.outcome(position, "absent")
        return
    posts = [entry[0] for entry in rows[0]["feed"]]
    probe.elements(position, len(posts))
    probe.feed(position, posts)


def batch(elements: int) -> Answer:
    def answer(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
        if rows:
            _made(position, rows[0], elements, probe)
        else:
            probe.outcome(position, "absent")

    return answer


def several(elements: list[int], missing: str) -> Answer:
    """A row for each operation that was done or found done; `missing` is the outcome where there is none."""

    def answer(position: int, rows: Rows, summary: Any, probe: Probe) -> None:
        unanswered = set(range(len(elements)))
        for row in rows:
            unanswered.discard(row["at"])
            _made(position + row["at"], row, elements[row["at"]], probe)
        for at in unanswered:
            probe.outcome(position + at, missing)

    return answer


def _made(position: int, row: Mapping[str, Any], elements: int, probe: Probe) -> None:
    if not row["there"] and row["made"] < elements:
        probe.outcome(position, "absent")
    else:
        report(position, row["there"], elements, probe)


def report(position: int, there: bool, elements: int, probe: Probe) -> None:
    if there:
        probe.outcome(position, "duplicate")
    else:
        probe.elements(position, elements)
