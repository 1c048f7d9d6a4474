"""The Neo4j target against a real server: every outcome, every feed and the whole graph are those of the model."""

import random
from importlib.metadata import version
from threading import Thread
from time import sleep
from typing import Any

import pytest

from graphity_model import GraphityModel
from muster_worker.targets.neo4j import Neo4jProvider, Neo4jTarget
from muster_worker.targets.neo4j_failures import failure
from muster_worker.targets.spi import Explaining, FailureKind, Inspected, OperationFailure, Session, TargetError
from muster_worker.workloads.graphity import GraphityWorkload
from muster_worker.workloads.insert import InsertWorkload
from muster_worker.workloads.operations import (
    AddUser,
    Feed,
    Follow,
    GraphityOperation,
    LoadFollows,
    LoadUser,
    Operation,
    Operations,
    PhaseKey,
    Post,
    Unfollow,
)
from muster_worker.workloads.query import QueryWorkload
from muster_worker.workloads.settings import PlanError, Settings

ALGORITHMS = ("st", "stou", "graphity")
USERS = 24
pytestmark = [pytest.mark.slow, pytest.mark.server]


class RecordingProbe:
    """Keeps what a session said."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.outcomes: dict[int, str] = {}
        self.counts: dict[int, int] = {}
        self.feeds: dict[int, list[int]] = {}

    def stage(self, name: str) -> None:
        self.stages.append(name)

    def outcome(self, position: int, name: str) -> None:
        self.outcomes[position] = name

    def elements(self, position: int, count: int) -> None:
        self.counts[position] = count

    def bytes(self, sent: int, received: int) -> None:
        pass

    def answer(self, position: int) -> None:
        return None

    def feed(self, position: int, posts: list[int]) -> None:
        self.feeds[position] = posts

    def reached(self, name: str) -> None:
        self.stages.append(name)

    def reported(self, name: str, duration_ns: int) -> None:
        self.stages.append(name)

    def content(self, checksum: int) -> None:
        pass


def opened(uri: str, **workload: Any) -> Neo4jTarget:
    return Neo4jProvider().open_bolt(uri, Settings({"kind": "neo4j"}, "target"), Settings(workload, "workload"))


def executed(session: Session, *operations: Operation) -> RecordingProbe:
    probe = RecordingProbe()
    session.execute(operations, probe)
    return probe


def no_files(name: str) -> Any:
    raise PlanError(name)


class History:
    """Operations that collide often: posts that are older than some before, second executions, users that are not."""

    def __init__(self, seed: int) -> None:
        print(f"history with seed {seed}")
        self._random = random.Random(seed)
        self._posts: list[int] = []
        self._newest = 1_000

    def user(self) -> int:
        return self._random.randrange(USERS)

    def next(self) -> GraphityOperation:
        draw = self._random.randrange(100)
        if draw < 12:
            return AddUser(self.user())
        if draw < 50:
            return Follow(self.user(), self.user())
        return Unfollow(self.user(), self.user()) if draw < 60 else self._post()

    def feed(self) -> Feed:
        return Feed(self.user(), self._random.choice((1, 2, 5, 15)))

    def _post(self) -> Post:
        self._newest += 10
        post = self._newest
        if self._posts and self._random.randrange(10) == 0:
            post = self._random.choice(self._posts)
        elif self._random.randrange(5) == 0:
            post = self._newest - 10 * self._random.randrange(60) - 1 - self._random.randrange(4)
        self._posts.append(post)
        texts = ("", "Grüße, 図, 😀", "'; MATCH (n) DETACH DELETE n //", "x" * 65_536)
        text = "plain" if self._random.randrange(100) < 90 else self._random.choice(texts)
        return Post(post * 7919 % USERS, post, text)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_outcome_and_every_feed_is_that_of_the_model(neo4j_uri: str, algorithm: str) -> None:
    target = opened(neo4j_uri, algorithm=algorithm)
    target.reset("test")
    session, model, history = target.session("execute"), GraphityModel(), History(7)
    for step in range(90):
        operation = history.next()
        said = executed(session, operation)
        assert said.outcomes.get(0, "ok") == model.apply(operation), f"operation {step}: {str(operation)[:80]}"
        if step % 3 == 0:
            feed = history.feed()
            said = executed(session, feed)
            assert said.outcomes.get(0, "ok") == model.apply(feed)
            assert said.feeds.get(0, []) == model.feed(feed.reader, feed.k), f"{feed} after {step} operations"
    assert target.fingerprint() == model.fingerprint()
    session.close()
    target.close()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_action_of_a_transaction_sees_those_before(neo4j_uri: str, algorithm: str) -> None:
    target = opened(neo4j_uri, algorithm=algorithm)
    target.reset("test")
    session, model, history = target.session("execute"), GraphityModel(), History(8)
    actions = [history.feed() if at % 10 == 9 else history.next() for at in range(120)]
    expected, feeds = [], []
    for action in actions:
        expected.append(model.apply(action))
        feeds.append(model.feed(action.reader, action.k) if isinstance(action, Feed) else [])
    said = executed(session, *actions)
    assert [said.outcomes.get(at, "ok") for at in range(len(actions))] == expected
    assert [said.feeds.get(at, []) for at in range(len(actions))] == feeds
    assert said.stages == ["begin", "execute", "commit"]
    assert target.fingerprint() == model.fingerprint()
    target.close()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_loaded_network_is_what_its_operations_say_however_often_it_is_loaded(neo4j_uri: str, algorithm: str) -> None:
    settings = {"users": 60, "algorithm": algorithm, "messageLength": 9, "loadBatch": 25}
    workload = GraphityWorkload(Settings(settings, "workload"), no_files)
    target = opened(neo4j_uri, **settings)
    target.reset("test")
    session = target.session("execute")
    model = loaded_model(workload)
    for _ in range(2):
        for ordinal, part in enumerate(workload.load_parts()):
            operations = workload.operations(PhaseKey(42, ordinal, part.name, 0, 1, 0))
            load(session, operations, part.actions_per_transaction)
            target.await_indexes()
        assert target.fingerprint() == model.fingerprint()
    for reader in range(60):
        assert executed(session, Feed(reader, 15)).feeds[0] == model.feed(reader, 15)
    target.close()


def load(session: Session, operations: Operations, batch: int) -> None:
    for first in range(0, operations.count, batch):
        executed(session, *(operations.at(i) for i in range(first, min(first + batch, operations.count))))


def loaded_model(workload: GraphityWorkload) -> GraphityModel:
    model = GraphityModel()
    users = workload.operations(PhaseKey(42, 0, "vertices", 0, 1, -1))
    edges = workload.operations(PhaseKey(42, 1, "edges", 0, 1, 0))
    for user in range(60):
        model.apply(AddUser(user))
        loaded = users.at(user)
        assert isinstance(loaded, LoadUser)
        for post in loaded.posts:
            model.apply(Post(user, post, ""))
    for user in range(60):
        follows = edges.at(user)
        assert isinstance(follows, LoadFollows)
        for followee in follows.followees:
            model.apply(Follow(user, followee))
    return model


def test_batches_are_inserted_once_and_a_second_time_are_duplicates(neo4j_uri: str) -> None:
    settings = {"vertices": 50, "edges": 70, "vertexBatch": 8, "edgeBatch": 9}
    workload = InsertWorkload(Settings(settings, "workload"), no_files)
    target = opened(neo4j_uri, **settings)
    target.reset("test")
    session = target.session("execute")
    vertices = workload.operations(PhaseKey(1, 0, "vertices", 0, 1, -1))
    edges = workload.operations(PhaseKey(1, 1, "edges", 0, 1, 0))
    assert executed(session, edges.at(0)).outcomes == {0: "absent"}
    for operations, elements in ((vertices, 50), (edges, 70)):
        said = [executed(session, operations.at(i)) for i in range(operations.count)]
        assert [each.outcomes for each in said] == [{}] * operations.count
        assert sum(each.counts[0] for each in said) == elements
        before = target.fingerprint()
        assert executed(session, operations.at(0)).outcomes == {0: "duplicate"}
        assert target.fingerprint() == before
    contents = target.contents()
    assert (contents.vertices, contents.edges, contents.marked) == (51, 70, True)
    target.close()


def test_depths_below_execute_cross_the_wire_and_touch_nothing(neo4j_uri: str) -> None:
    target = opened(neo4j_uri, algorithm="graphity")
    target.reset("test")
    before = target.fingerprint()
    for depth in ("parse", "nothing"):
        said = executed(target.session(depth), AddUser(1), Post(1, 2, "text"), Feed(1, 15))
        assert (said.outcomes, said.stages) == ({}, ["begin", "execute", "commit"])
    assert target.fingerprint() == before
    target.close()


def test_what_the_store_keeps_names_versions_and_whether_the_extension_is_in_use(neo4j_uri: str) -> None:
    target = opened(neo4j_uri)
    facts = target.facts()
    assert facts["driver.rust_ext"] == version("neo4j-rust-ext")
    assert facts["driver.version"].startswith("6.")
    assert facts["server.version"].startswith("5.")
    assert facts["address"] in neo4j_uri
    target.close()


def test_a_server_that_is_not_there_is_named_with_its_address() -> None:
    settings = Settings({"kind": "neo4j", "uri": "bolt://127.0.0.1:1", "connectTimeout": "500ms"}, "target")
    with pytest.raises(TargetError, match=r"Neo4j at 127\.0\.0\.1:1, database neo4j"):
        Neo4jProvider().open(settings, Settings({}, "workload"))


def test_a_statement_that_is_wrong_fails_for_good_and_the_session_continues(neo4j_uri: str) -> None:
    target = opened(neo4j_uri, algorithm="stou")
    target.reset("test")
    session = target.session("execute")
    with pytest.raises(OperationFailure) as failed:
        session.execute([Feed(1, -1)], RecordingProbe())
    assert failed.value.kind is FailureKind.PERMANENT
    assert executed(session, AddUser(5)).outcomes == {}
    target.close()


def test_a_lost_answer_to_a_commit_leaves_it_open_and_before_it_does_not() -> None:
    from neo4j.exceptions import ServiceUnavailable, TransientError

    assert failure(ServiceUnavailable("gone"), True).kind is FailureKind.UNKNOWN
    assert failure(ServiceUnavailable("gone"), False).kind is FailureKind.TRANSIENT
    assert failure(TransientError("later"), False).kind is FailureKind.TRANSIENT


def test_a_query_that_does_not_end_is_terminated_and_the_server_lists_it_no_more(neo4j_uri: str) -> None:
    endless = {"cypher": "UNWIND range(1, 1000000000) AS x WITH x WHERE x % 7 = 9 RETURN count(x) AS n"}
    workload = QueryWorkload(Settings({"operations": {"endless": endless}}, "workload"), no_files)
    target = Neo4jProvider().open_bolt(
        neo4j_uri, Settings({"kind": "neo4j"}, "target"), Settings({"operations": {"endless": endless}}, "workload")
    )
    operation = workload.operations(PhaseKey(1, 0, "", 0, 1, -1)).at(0)
    session = target.session("execute")
    assert isinstance(session, Inspected)
    assert session.statement([operation]) == endless["cypher"]
    failures: list[OperationFailure] = []

    def execute() -> None:
        with pytest.raises(OperationFailure) as raised:
            session.execute([operation], RecordingProbe())
        failures.append(raised.value)

    thread = Thread(target=execute)
    thread.start()
    shown = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range' RETURN count(*) AS n"
    with target.driver_session() as other:
        while other.run(shown).single(strict=True)["n"] == 0:
            sleep(0.02)
        result = session.abort()
        assert result.state == "confirmed", result.message
        assert other.run(shown).single(strict=True)["n"] == 0
    thread.join(60)
    assert "Terminated" in failures[0].error_class
    assert session.abort() == ("running", "Neo4j lists no transaction of this client")
    session.close()
    target.close()


def test_a_statement_is_explained_with_what_the_server_warns_of(neo4j_uri: str) -> None:
    target = Neo4jProvider().open(Settings({"kind": "neo4j", "uri": neo4j_uri}, "target"), Settings({}, "workload"))
    assert isinstance(target, Explaining)
    assert target.explain("RETURN $n AS n", ["n"], False) == []
    unknown = target.explain("MATCH (p:Mistyped {id: $id}) RETURN p LIMIT $n", ["id", "n"], False)
    assert {note.kind for note in unknown} == {"warning"}
    assert sum("`Mistyped`" in note.message for note in unknown) == 1
    (refused,) = target.explain("MATCH (p)\nRETRUN p", [], False)
    assert (refused.kind, refused.line) == ("refused", 2)
    assert refused.message.startswith("Invalid input 'RETRUN'")
    assert "line 2, column 1 (offset: 10)" in refused.message
    (writes,) = target.explain("CREATE (:Mistyped)", [], False)
    assert writes.kind == "refused"
    assert "write: true" in writes.message
    assert [note for note in target.explain("CREATE (:Mistyped)", [], True) if note.kind == "refused"] == []
    target.close()
