"""A transaction of the driver in its own session, whose waits for the server all end at one deadline.

The server ends a transaction after the same time, but that does not help where the network has swallowed the answer.
The driver has no setting for it, so the deadline is set on its socket: `_connect` of a session and `socket` of a
connection are not public. A test with a server that falls silent fails if a later driver has them no more."""

from contextlib import suppress
from typing import Any

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

MARK = "muster"
"""Key of the metadata by which a client's transactions are found."""


def bound(session: neo4j.Session, wait_s: float | None) -> None:
    """From when it takes a connection of the pool on, waits of this session end after so many seconds; None: never.

    Connections keep the deadline that they had last, so every session has to say its own."""
    unbound: Any = session
    connect = unbound._connect

    def connect_bounded(*arguments: Any, **named: Any) -> None:
        connect(*arguments, **named)
        _set_deadline(session, wait_s)

    unbound._connect = connect_bounded


def _set_deadline(session: Any, wait_s: float | None) -> None:
    if session._connection is not None:
        session._connection.socket.set_read_deadline(wait_s)
        session._connection.socket.set_write_deadline(wait_s)


class BoundedTransaction:
    """Begun when it is made; raises what the driver raises."""

    def __init__(self, session: neo4j.Session, wait_s: float, server_s: float | None, mark: str) -> None:
        """Bounds its waits by `wait_s`, and tells the server to end it after `server_s`, if that is given.

        `mark` is metadata by which another session finds it."""
        self._session = session
        bound(session, wait_s)
        try:
            self.driver_transaction = session.begin_transaction(metadata={MARK: mark}, timeout=server_s)
        except BaseException:
            self._close()
            raise

    def within(self, wait_s: float) -> None:
        """From now on waits end after so many seconds."""
        _set_deadline(self._session, wait_s)

    def commit(self) -> None:
        """Commits, and gives the connection back."""
        self.driver_transaction.commit()
        self._session.close()

    def abandon(self) -> None:
        """Rolls back what may be open and gives the connection back, if it is still of use."""
        with suppress(DriverError, Neo4jError, OSError):
            self.driver_transaction.rollback()
        self._close()

    def _close(self) -> None:
        with suppress(DriverError, Neo4jError, OSError):
            self._session.close()
