"""Neo4j's Query API: the same statements over HTTP and over Bolt, on one server."""

import json
from collections.abc import Iterator
from typing import Any
from urllib.request import urlopen

import pytest

from muster_worker.answers.digest import Digester
from muster_worker.targets.neo4j import Neo4jProvider
from muster_worker.targets.spi import OperationFailure, Target, TargetError
from muster_worker.workloads.operations import PhaseKey
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import Settings
from test_neo4j import RecordingProbe

pytestmark = [pytest.mark.slow, pytest.mark.server]

GRAPH = (
    "CREATE (a:Api {id: 1, at: date('2020-01-01')})-[:R {id: 7}]->(b:Api:Other {id: 2}),"
    " (b)-[:S]->(:Api {name: 'no id'}), (b)-[:R {id: 8}]->(a)"
)
STATEMENTS = [
    "RETURN null, true, false, 0, -1, 9223372036854775807, -9223372036854775808, 'a', '', 'ü😀\"\\\\'",
    "RETURN 0.1, -0.0, 1.0e300, 1/3.0, 0.0/0.0, 1.0/0.0, -1.0/0.0, 3.0",
    "RETURN date('2024-02-29'), localtime('12:31:14.645876123'), time('12:31:14+01:00'), time('12:31Z')",
    "RETURN datetime('2015-06-24T12:50:35.556+01:00'), datetime('2015-11-21T21:40:32.142[Europe/Stockholm]'),"
    " localdatetime('2015-07-04T19:32:24.000000001'), datetime({epochSeconds: -1, nanosecond: 1})",
    "RETURN duration('P14M16DT12.345S'), duration('-P1M'), duration({seconds: -1, nanoseconds: 1}),"
    " duration({seconds: -1, nanoseconds: -1}), duration('PT0S'), duration({days: -3, seconds: 90000})",
    "RETURN point({x: 1.5, y: -2}), point({x: 1, y: 2, z: 3}), point({longitude: 12.78, latitude: 56.7})",
    "RETURN [], [1, [2.5, null], 'x'], {}, {a: 1, b: {c: [date('2020-01-01')]}, `$type`: 'Integer'}",
    "MATCH (n:Api) RETURN n ORDER BY n.id",
    "MATCH (:Api)-[r]->(:Api) RETURN r, type(r), startNode(r)",
    "MATCH p = (:Api {id: 1})-[*1..3]-(:Api) RETURN p, length(p), nodes(p), relationships(p)",
    "MATCH (n:Nothing) RETURN n",
    "UNWIND range(1, 500) AS i RETURN i, toString(i), i * 1.5",
]
WRONG: list[dict[str, Any]] = [
    {"cypher": "MATCH (n RETURN n"},
    {"cypher": "RETURN 1/0"},
    {"cypher": "CREATE (:Written)"},
    {"cypher": "RETURN $absent"},
    {"cypher": "CALL nosuch.procedure()", "write": True},
]


class Digesting(RecordingProbe):
    """Digests the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.digester = Digester()

    def answer(self, position: int) -> Any:
        self.digester.begin(False)
        return self.digester


def operation(given: dict[str, Any]) -> QueryOperation:
    workload = QueryWorkload(Settings({"operations": {"q": given}}, "workload"), lambda name: name)  # type: ignore[arg-type, return-value]
    return workload.operations(PhaseKey(1, 0, "", 0, 1, -1)).at(0)


def opened(uri: str, **more: Any) -> Target:
    workload = Settings({"kind": "query", "operations": {"q": {"cypher": "RETURN 1"}}}, "workload")
    return Neo4jProvider().open(Settings({"kind": "neo4j", "uri": uri, **more}, "target"), workload)


@pytest.fixture
def targets(neo4j_uri: str, neo4j_http_uri: str) -> Iterator[tuple[Target, Target]]:
    """Over HTTP and over Bolt."""
    http, bolt = opened(neo4j_http_uri), opened(neo4j_uri)
    bolt.reset("query api")
    write(bolt, GRAPH)
    yield http, bolt
    bolt.reset("query api")
    http.close()
    bolt.close()


def write(target: Target, cypher: str) -> None:
    session = target.session("execute")
    session.execute([operation({"cypher": cypher, "write": True})], RecordingProbe())
    session.close()


def digest(target: Target, given: QueryOperation) -> Any:
    session = target.session("execute")
    probe = Digesting()
    session.execute([given], probe)
    session.close()
    return probe.digester.digest()


def test_answers_have_the_digests_of_bolt(targets: tuple[Target, Target]) -> None:
    http, bolt = targets
    for statement in STATEMENTS:
        asked = operation({"cypher": statement})
        assert digest(http, asked) == digest(bolt, asked), statement


def failure(target: Target, *given: dict[str, Any]) -> tuple[str, str]:
    session = target.session("execute")
    with pytest.raises(OperationFailure) as failed:
        session.execute([operation(each) for each in given], RecordingProbe())
    session.close()
    return failed.value.error_class, failed.value.kind.name


def test_errors_of_the_server_are_those_of_bolt(targets: tuple[Target, Target]) -> None:
    http, bolt = targets
    for wrong in WRONG:
        assert failure(http, wrong) == failure(bolt, wrong), wrong
        assert failure(http, wrong)[0].startswith("Neo.ClientError.")


def test_several_statements_are_one_transaction_and_rows_have_a_limit(targets: tuple[Target, Target]) -> None:
    http, _ = targets
    create = {"cypher": "CREATE (:Written)", "write": True}
    before = http.contents().vertices
    failure(http, create, create, {"cypher": "RETURN 1/0"})
    assert http.contents().vertices == before
    session = http.session("execute")
    probe = RecordingProbe()
    many = {"cypher": "UNWIND range(1, 100) AS i RETURN i", "limit": 10}
    session.execute([operation(create), operation(many), operation(create)], probe)
    session.close()
    assert http.contents().vertices == before + 2
    assert (probe.counts[1], probe.outcomes) == (10, {1: "tooManyRows"})


def test_a_wrong_database_is_named_at_the_start(neo4j_http_uri: str) -> None:
    with pytest.raises(TargetError, match=r"database nosuch: Neo\.ClientError\.Database\.DatabaseNotFound"):
        opened(neo4j_http_uri, database="nosuch")


def test_the_server_tells_where_bolt_is(neo4j_http_uri: str, neo4j_uri: str) -> None:
    with urlopen(neo4j_http_uri) as root:
        assert json.load(root)["bolt_direct"].rstrip("/") == neo4j_uri.rstrip("/")
