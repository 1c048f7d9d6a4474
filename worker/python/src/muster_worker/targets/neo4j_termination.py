"""Ends the transaction of one client from another session, and looks whether the server still lists it."""

from time import monotonic, sleep

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from muster_worker.targets.neo4j_failures import line
from muster_worker.targets.neo4j_transaction import MARK, bound
from muster_worker.targets.spi import AbortResult

_ATTEMPT_S = 10.0
_APPEARS_S = 1.0
"""A transaction that is about to begin appears within this time."""
_LOOK_AGAIN_S = 0.02
_SHOW = (
    "SHOW TRANSACTIONS YIELD transactionId, metaData"
    f" WHERE metaData.{MARK} = $client RETURN transactionId AS id ORDER BY id"
)
_TERMINATE = "TERMINATE TRANSACTIONS $ids YIELD transactionId, message RETURN message"


def terminate(session: neo4j.Session, mark: str) -> AbortResult:
    """Terminates what the client has open. Blocks for ten seconds at most."""
    try:
        with session:
            bound(session, _ATTEMPT_S)
            return _terminate(session, mark)
    except (DriverError, Neo4jError, OSError) as error:
        return AbortResult("running", f"Neo4j did not terminate it: {line(error)}")


def _terminate(session: neo4j.Session, mark: str) -> AbortResult:
    started_s = monotonic()
    terminated: set[str] = set()
    running = _open(session, mark)
    while running or (not terminated and monotonic() - started_s < _APPEARS_S):
        if monotonic() - started_s > _ATTEMPT_S:
            return AbortResult("running", f"Neo4j still lists {', '.join(running)}")
        if not terminated.issuperset(running):
            session.run(_TERMINATE, ids=running).consume()
            terminated.update(running)
        sleep(_LOOK_AGAIN_S)
        running = _open(session, mark)
    if not terminated:
        return AbortResult("running", "Neo4j lists no transaction of this client")
    return AbortResult("confirmed", f"Neo4j has terminated {', '.join(sorted(terminated))} and lists it no more")


def _open(session: neo4j.Session, mark: str) -> list[str]:
    return [row["id"] for row in session.run(_SHOW, client=mark)]
