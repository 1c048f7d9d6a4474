"""Target arrow against a Flight server of pyarrow's own; the one within Neo4j is met by StreamIT of the Java side."""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import flight

from muster_worker.targets.arrow import ArrowProvider
from muster_worker.targets.spi import FailureKind, OperationFailure, TargetError
from muster_worker.workloads.operations import Noop
from muster_worker.workloads.settings import PlanError, Settings
from muster_worker.workloads.stream import RowHash
from muster_worker.workloads.stream_operation import ReadPartition
from test_neo4j import RecordingProbe

IDS = np.arange(1000, dtype=np.int64)
VECTORS = np.random.default_rng(3).random((1000, 7), dtype=np.float32)
WORKLOAD = Settings({"graph": "g", "property": "p"}, "workload")


class Server(flight.FlightServerBase):  # type: ignore[misc]
    """Serves IDS and VECTORS in batches of 300, to who presents the token "right"."""

    def __init__(self) -> None:
        super().__init__("grpc://127.0.0.1:0", middleware={"token": _Middleware()})
        self.tickets: list[dict[str, Any]] = []

    def do_action(self, context: object, action: Any) -> list[bytes]:
        return [b"a server of tests"]

    def do_get(self, context: object, ticket: Any) -> Any:
        self.tickets.append(json.loads(ticket.ticket))
        graph = self.tickets[-1]["graph"]
        if graph == "late":
            raise flight.FlightUnavailableError("come again")
        if graph != "g":
            raise KeyError(f"no graph {graph}; there are: g")
        items = pa.FixedSizeListArray.from_arrays(pa.array(VECTORS.ravel()), 7)
        table = pa.table({"nodeId": IDS, "propertyValue": items})
        return flight.RecordBatchStream(pa.Table.from_batches(table.to_batches(max_chunksize=300)))


class _Middleware(flight.ServerMiddlewareFactory):  # type: ignore[misc]
    def start_call(self, info: object, headers: dict[str, list[str]]) -> None:
        if headers.get("authorization") != ["Bearer right"]:
            raise flight.FlightUnauthenticatedError("the token is wrong")


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server()
    yield serving
    serving.shutdown()


def target(server: Server, **more: str) -> Settings:
    return Settings({"uri": f"grpc://127.0.0.1:{server.port}", "token": "right"} | more, "target")


class Probe(RecordingProbe):
    """Keeps the checksum and the bytes, too."""

    checksum = received = 0

    def content(self, checksum: int) -> None:
        self.checksum += checksum

    def bytes(self, sent: int, received: int) -> None:
        self.received += received


def test_rows_bytes_and_checksum_are_those_of_what_was_sent(server: Server) -> None:
    session = ArrowProvider().open(target(server), WORKLOAD).session("execute")
    checked, plain = Probe(), Probe()
    session.execute([ReadPartition(0, 2, 3, True)], checked)
    session.execute([ReadPartition(0, 0, 1, False)], plain)
    assert (checked.checksum, plain.checksum) == (RowHash(7).total(IDS, VECTORS), 0)
    assert checked.counts == plain.counts == {0: 1000}
    assert checked.received == plain.received == 1000 * (8 + 4 * 7)
    assert checked.stages == plain.stages == ["first_row", "rows"]
    ticket = {"database": "neo4j", "graph": "g", "property": "p", "labels": ["*"], "partition": 2, "partitions": 3}
    assert server.tickets[0] == ticket


@pytest.mark.parametrize(
    ("graph", "kind", "error_class", "why"),
    [
        ("h", FailureKind.PERMANENT, "Flight.NOT_FOUND", "no graph h; there are: g"),
        ("late", FailureKind.TRANSIENT, "Flight.UNAVAILABLE", "come again"),
    ],
)
def test_a_failure_has_the_class_of_its_status(
    server: Server, graph: str, kind: FailureKind, error_class: str, why: str
) -> None:
    session = ArrowProvider().open(target(server), Settings({"graph": graph}, "workload")).session("execute")
    with pytest.raises(OperationFailure) as failed:
        session.execute([ReadPartition(0, 0, 1, False)], Probe())
    assert (failed.value.kind, failed.value.error_class) == (kind, error_class)
    assert why in str(failed.value)
    assert "Detail" not in str(failed.value)


def test_a_wrong_token_or_no_server_is_reported_in_one_line(server: Server) -> None:
    with pytest.raises(TargetError, match=r"Flight at 127\.0\.0\.1:\d+: the token is wrong$"):
        ArrowProvider().open(target(server, token="secret"), WORKLOAD)
    with pytest.raises(TargetError, match="refused"):
        ArrowProvider().open(Settings({"uri": "grpc://127.0.0.1:1", "connectTimeout": "2s"}, "target"), WORKLOAD)
    with pytest.raises(PlanError, match="an address such as"):
        ArrowProvider().open(Settings({"uri": "http://127.0.0.1:1"}, "target"), WORKLOAD)


def test_it_only_reads(server: Server) -> None:
    opened = ArrowProvider().open(target(server), WORKLOAD)
    with pytest.raises(OperationFailure, match="only reads"):
        opened.session("execute").execute([Noop(0, 0)], Probe())
    with pytest.raises(TargetError, match="only reads"):
        opened.reset("plan")
