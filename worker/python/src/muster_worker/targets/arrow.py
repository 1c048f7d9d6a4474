"""Target "arrow": the Flight server within Neo4j that `./muster server start neo4j --with-flight` starts."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Any, TypeVar
from urllib.parse import urlsplit

import numpy as np
from pyarrow import ArrowCapacityError, ArrowException, ArrowInvalid, ArrowKeyError, flight

from muster_worker.targets.spi import Contents, FailureKind, OperationFailure, Probe, TargetError
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.settings import Settings
from muster_worker.workloads.stream import RowSum, StreamSettings
from muster_worker.workloads.stream_operation import ReadPartition

_ABOUT = "about"
_LONGEST_MESSAGE = 300
_MORE = re.compile(r"^Flight returned [\w ]+, with message: |\.? (?:Detail: |gRPC client debug context: ).*")
_STATUS = {
    ArrowKeyError: "NOT_FOUND",
    ArrowInvalid: "INVALID_ARGUMENT",
    ArrowCapacityError: "RESOURCE_EXHAUSTED",
    flight.FlightUnauthenticatedError: "UNAUTHENTICATED",
    flight.FlightTimedOutError: "TIMED_OUT",
    flight.FlightUnavailableError: "UNAVAILABLE",
    flight.FlightCancelledError: "CANCELLED",
    flight.FlightInternalError: "INTERNAL",
}
"""As the Java side calls them."""
_PASSING = {"UNAVAILABLE", "RESOURCE_EXHAUSTED"}
_Result = TypeVar("_Result")


class ArrowProvider:
    """Settings: uri, database, token, and those that every target has."""

    def open(self, target: Settings, workload: Settings) -> "ArrowTarget":
        uri = target.text("uri", "grpc://127.0.0.1:8491")
        parts = urlsplit(uri)
        if parts.scheme != "grpc" or not parts.hostname or not parts.port:
            raise target.wrong("uri", "an address such as grpc://127.0.0.1:8491")
        return ArrowTarget(f"{parts.hostname}:{parts.port}", target, StreamSettings.of(workload))


class ArrowTarget:
    """A Flight server that answers. It only reads."""

    def __init__(self, address: str, target: Settings, stream: StreamSettings) -> None:
        self._address, self._stream = address, stream
        self._database = target.text("database", "neo4j")
        self._token = target.text("token", "")
        self._connect_s = target.duration_ns("connectTimeout") / 1e9
        self._timeout_s = target.duration_ns("operationTimeout") / 1e9
        client = self._connected()
        about = self._reached(lambda: _about(client, self._options(self._connect_s)))
        client.close()
        self._facts = {
            "address": address,
            "database": self._database,
            "server.version": about,
            "driver.version": version("pyarrow"),
        }

    def __str__(self) -> str:
        """Names no secret."""
        return f"Flight at {self._address}"

    def _connected(self) -> Any:
        return self._reached(lambda: flight.connect(f"grpc://{self._address}"))

    def _options(self, timeout_s: float) -> Any:
        headers = [(b"authorization", f"Bearer {self._token}".encode())] if self._token else []
        return flight.FlightCallOptions(timeout=timeout_s, headers=headers)

    def _reached(self, work: Callable[[], _Result]) -> _Result:
        try:
            return work()
        except (ArrowException, OSError) as error:
            raise TargetError(f"{self}: {failure(error)}") from error

    def facts(self) -> dict[str, str]:
        return self._facts

    def session(self, depth: str) -> "ArrowSession":
        """With a connection of its own, which has answered before any time is measured."""
        client = self._connected()
        self._reached(lambda: _about(client, self._options(self._connect_s)))
        return ArrowSession(client, self._options(self._timeout_s), self._database, self._stream, depth)

    def contents(self) -> Contents:
        return Contents(self._address, self._database, False, 0, 0)

    def reset(self, marker: str) -> None:
        raise TargetError(
            f"{self} only reads: load and project with target neo4j, and take the load phase out (state: reuse)"
        )

    def await_indexes(self) -> None:
        """There are none."""

    def fingerprint(self) -> dict[str, str]:
        return {}

    def close(self) -> None:
        """Sessions have the connections."""


def _about(client: Any, options: Any) -> str:
    """What the server says of itself: the cheapest round trip."""
    return b"".join(result.body.to_pybytes() for result in client.do_action(_ABOUT, options)).decode()


class ArrowSession:
    """Reads partitions."""

    def __init__(self, client: Any, options: Any, database: str, stream: StreamSettings, depth: str) -> None:
        self._client, self._options, self._database = client, options, database
        self._stream, self._depth = stream, depth

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        for position, operation in enumerate(operations):
            try:
                self._execute(operation, position, probe)
            except (ArrowException, OSError) as error:
                raise failure(error) from error

    def _execute(self, operation: Operation, position: int, probe: Probe) -> None:
        if not isinstance(operation, ReadPartition):
            why = "Flight only reads: load and project with target neo4j"
            raise OperationFailure(FailureKind.PERMANENT, "ReadOnly", why)
        ticket = self._ticket(operation)
        if self._depth == "nothing":
            _about(self._client, self._options)
        elif self._depth == "parse":
            self._client.get_flight_info(flight.FlightDescriptor.for_command(ticket), self._options)
        else:
            self._read(ticket, operation.checked, position, probe)

    def _ticket(self, read: ReadPartition) -> bytes:
        ticket = {
            "database": self._database,
            "graph": self._stream.graph,
            "property": self._stream.property,
            "labels": self._stream.labels,
            "partition": read.partition,
            "partitions": read.partitions,
        }
        return json.dumps(ticket).encode()

    def _read(self, ticket: bytes, checked: bool, position: int, probe: Probe) -> None:
        brought = RowSum(checked)
        for chunk in self._client.do_get(flight.Ticket(ticket), self._options):
            batch = chunk.data
            if not brought.rows and batch.num_rows:
                probe.reached("first_row")
            brought.count(batch.num_rows, batch.schema.field(1).type.list_size)
            if checked:
                _check(batch, brought)
        probe.reached("rows")
        probe.elements(position, brought.rows)
        probe.bytes(0, brought.bytes)
        probe.content(brought.content)

    def close(self) -> None:
        with suppress(Exception):
            self._client.close()


def _check(batch: Any, brought: RowSum) -> None:
    """Arrays of numpy lie where Arrow has received them: nothing is copied."""
    ids = batch.column(0).to_numpy()
    vectors = batch.column(1).flatten().to_numpy()
    brought.check(ids.astype(np.int64, copy=False), vectors.reshape(len(ids), -1))


def failure(error: Exception) -> OperationFailure:
    """The class is the status, such as "Flight.NOT_FOUND". Nothing is written, so another attempt never does harm."""
    status = next((name for kind, name in _STATUS.items() if isinstance(error, kind)), type(error).__name__)
    text = " ".join(str(error.args[0] if error.args else error).split())
    kind = FailureKind.TRANSIENT if status in _PASSING else FailureKind.PERMANENT
    return OperationFailure(kind, f"Flight.{status}", _MORE.sub("", text)[:_LONGEST_MESSAGE])
