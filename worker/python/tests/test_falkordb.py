"""The FalkorDB target against a real server: every outcome, every feed and the whole graph are those of the model."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from graphity_model import GraphityModel
from muster_worker.targets.falkordb import FalkorDbProvider, FalkorDbTarget
from muster_worker.targets.spi import FailureKind, OperationFailure, TargetError
from muster_worker.workloads.graphity import GraphityWorkload
from muster_worker.workloads.operations import AddUser, Feed, Follow, InsertEdges, InsertVertices, PhaseKey
from muster_worker.workloads.settings import Settings
from test_neo4j import ALGORITHMS, History, executed, load, loaded_model, no_files

pytestmark = [pytest.mark.slow, pytest.mark.server]


def opened(uri: str, **workload: Any) -> FalkorDbTarget:
    return FalkorDbProvider().open(Settings({"uri": uri}, "target"), Settings(workload, "workload"))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_outcome_and_every_feed_is_that_of_the_model(falkordb_uri: str, algorithm: str) -> None:
    target = opened(falkordb_uri, algorithm=algorithm)
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


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_action_of_a_transaction_sees_those_before(falkordb_uri: str, algorithm: str) -> None:
    target = opened(falkordb_uri, algorithm=algorithm)
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
    assert said.stages == ["acquire", "wait"]
    assert target.fingerprint() == model.fingerprint()


def test_transactions_of_one_and_of_several_create_once_what_clients_make_together(falkordb_uri: str) -> None:
    """As at the end of a lease (docs/decisions/0098)."""
    clients, follows = 4, 400
    target = opened(falkordb_uri, algorithm="stou")
    target.reset("test")
    executed(target.session("execute"), *(AddUser(user) for user in range(follows + 1)))
    together = Barrier(clients)

    def follow(client: int) -> None:
        session = target.session("execute")
        executed(session, Follow(0, 1), Follow(0, 1))
        for user in range(1, follows):
            operations = [Follow(user, user + 1), Follow(user - 1, user)]
            together.wait(30)
            executed(session, *operations[: 1 + client % 2])

    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(follow, range(clients)))
    assert target.contents().edges == follows


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_loaded_network_is_what_its_operations_say_however_often_it_is_loaded(
    falkordb_uri: str, algorithm: str
) -> None:
    settings = {"users": 60, "algorithm": algorithm, "messageLength": 9, "loadBatch": 25}
    workload = GraphityWorkload(Settings(settings, "workload"), no_files)
    target = opened(falkordb_uri, **settings)
    target.reset("test")
    session, model = target.session("execute"), loaded_model(workload)
    for _ in range(2):
        for ordinal, part in enumerate(workload.load_parts()):
            operations = workload.operations(PhaseKey(42, ordinal, part.name, 0, 1, 0))
            load(session, operations, part.actions_per_transaction)
            target.await_indexes()
        assert target.fingerprint() == model.fingerprint()


def test_a_batch_is_written_once_and_an_edge_without_end_makes_it_absent(falkordb_uri: str) -> None:
    target = opened(falkordb_uri)
    target.reset("test")
    session = target.session("execute")
    vertices, edges = InsertVertices([0, 1], ['a "name"', "Grüße \\"]), InsertEdges([0, 1], [0, 1], [1, 0])
    assert executed(session, vertices).counts == {0: 2}
    assert executed(session, edges).counts == {0: 2}
    assert executed(session, vertices).outcomes == executed(session, edges).outcomes == {0: "duplicate"}
    assert executed(session, InsertEdges([2], [0], [7])).outcomes == {0: "absent"}
    assert (target.contents().vertices, target.contents().edges) == (3, 2)
    executed(session, InsertEdges([3], [0], [1]))
    assert target.fingerprint()["edges"] == "3", "two edges between the same ends are two"


@pytest.mark.parametrize("depth", ["nothing", "parse"])
def test_other_depths_touch_nothing(falkordb_uri: str, depth: str) -> None:
    target = opened(falkordb_uri)
    target.reset("test")
    assert executed(target.session(depth), AddUser(1), AddUser(2)).outcomes == {}
    assert target.fingerprint() == GraphityModel().fingerprint()


@pytest.mark.thorough
def test_a_refused_port_is_named_and_a_lost_write_is_unknown(falkordb_uri: str) -> None:
    with pytest.raises(TargetError, match=r"FalkorDB at 127\.0\.0\.1:1,.*refused"):
        opened("redis://127.0.0.1:1")
    target = opened(falkordb_uri)
    target.reset("test")
    session, other = target.session("execute"), target.client(5)
    executed(session, AddUser(1))
    other.connection.client_kill_filter(_type="normal", skipme=True)
    assert executed(session, AddUser(2)).outcomes == {}, "a connection that was closed while idle is replaced"
    other.connection.execute_command("CLIENT", "PAUSE", "60000", "WRITE")
    session._client.connection.connection_pool.connection_kwargs["socket_timeout"] = 0.2
    other.connection.client_kill_filter(_type="normal", skipme=True)
    with pytest.raises(OperationFailure) as caught:
        executed(session, AddUser(3))
    assert (caught.value.kind, caught.value.error_class) == (FailureKind.UNKNOWN, "OperationTimeout")
    other.connection.execute_command("CLIENT", "UNPAUSE")
