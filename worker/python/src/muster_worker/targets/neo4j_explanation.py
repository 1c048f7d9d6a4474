"""What Neo4j says of a statement that it does not execute."""

import logging
import re
from collections.abc import Sequence
from typing import Any

import neo4j
from neo4j.exceptions import ClientError

from muster_worker.targets.neo4j_failures import line
from muster_worker.targets.spi import StatementNote

_EXPLAIN = "EXPLAIN "
_PLACE = re.compile(r"\(line (\d+), column (\d+) \(offset: (\d+)\)\)")
_SHOWN = ("UNRECOGNIZED", "DEPRECATION")
_CARTESIAN_PRODUCT = "03N90"


def explain(session: neo4j.Session, text: str, parameters: Sequence[str], write: bool) -> list[StatementNote]:
    """Without values of the parameters, which the server does not look at. The session asks for warnings."""
    # The driver would write each warning to its log, which nobody silences.
    logging.getLogger("neo4j.notifications").setLevel(logging.CRITICAL)
    nulls: dict[str, Any] = dict.fromkeys(parameters)
    try:
        summary = session.run(_EXPLAIN + text, nulls).consume()
    except ClientError as error:
        return [_refused(error)]
    notes = [StatementNote("warning", words, 0) for words in _warnings(summary)]
    if not write and summary.query_type in ("rw", "w", "s"):
        reason = "the statement writes; set write: true, or change it so that it only reads"
        notes.append(StatementNote("refused", reason, 0))
    return notes


def _warnings(summary: neo4j.ResultSummary) -> list[str]:
    """Of unknown labels, types and properties, cartesian products, and what is deprecated; each once."""
    shown = [
        re.sub("^(warn|info): ", "", status.status_description)
        for status in summary.gql_status_objects
        if status.is_notification and (status.raw_classification in _SHOWN or status.gql_status == _CARTESIAN_PRODUCT)
    ]
    return list(dict.fromkeys(shown))


def _refused(error: ClientError) -> StatementNote:
    """The words up to the place, in the statement as the plan has it: what follows repeats the line."""
    kind = "schema" if (error.code or "").startswith("Neo.ClientError.Schema") else "refused"
    message = error.message or line(error)
    place = _PLACE.search(message)
    if not place:
        return StatementNote(kind, line(ValueError(message)), 0)
    number, column, offset = map(int, place.groups())
    column -= len(_EXPLAIN) if number == 1 else 0
    words = line(ValueError(message[: place.start()]))
    return StatementNote(kind, f"{words} (line {number}, column {column} (offset: {offset - len(_EXPLAIN)}))", number)
