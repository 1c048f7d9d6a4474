"""Journeys through the engine, over a session whose answers a test gives."""

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from time import monotonic_ns, sleep
from typing import Any

import numpy as np
import pytest

from muster_results import histogram
from muster_worker.engine.generator_thread import GeneratorFault, GeneratorThread
from muster_worker.engine.leases import Grant
from muster_worker.plan import Rate
from muster_worker.targets.spi import FailureKind, OperationFailure, Probe
from muster_worker.workloads.data import DataFiles
from muster_worker.workloads.generators import load_generator
from muster_worker.workloads.journey import JourneyWorkload
from muster_worker.workloads.journey_operation import JourneyOperation, digest_with
from muster_worker.workloads.mix import MASK
from muster_worker.workloads.operations import Operation
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.settings import PlanError, Settings
from test_engine import KEY, Driven, until

no_files: DataFiles = lambda name: name  # type: ignore[assignment, return-value]  # noqa: E731
FRIENDS = {"cypher": "friends"}
POSTS = {"cypher": "posts", "parameters": {"id": "friends.rows[1].id"}}


def workload_of(steps: dict[str, Any], python: str = "") -> JourneyWorkload:
    read: dict[str, Any] = {"parameters": {"user": {"integer": [0, 9], "draw": "sequential"}}, "steps": steps}
    read |= {"python": python, "maxSteps": 5} if python else {}
    return JourneyWorkload(Settings({"kind": "journey", "journeys": {"read": read}}, "workload"), no_files)


class Answers:
    """Answers statements by their text and last value; keeps what was sent."""

    def __init__(self, answers: dict[str, list[list[object]]], failures: int = 0) -> None:
        self.answers, self.failures = answers, failures
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
        asked = operations[0]
        assert isinstance(asked, QueryOperation)
        text = asked.query.texts["cypher"]
        self.sent.append((text, asked.bindings()))
        rows = self.answers.get(f"{text} {asked.values[-1]}", self.answers.get(text, []))
        sink = probe.answer(0)
        if sink and rows:
            sink.columns(["id", "name"])
            for row in rows:
                sink.row(row)
        if self.failures:
            self.failures -= 1
            raise OperationFailure(FailureKind.TRANSIENT, "Deadlock", "again")
        probe.elements(0, len(rows))
        probe.bytes(1, 10)


class Journeys(Driven):
    """The journeys of some indexes, executed to their end."""

    def __init__(
        self, steps: dict[str, Any], answers: Answers, indexes: int = 1, python: str = "", **more: Any
    ) -> None:
        self.workload = workload_of(steps, python)
        names = tuple(self.workload.names())
        reads = frozenset(query.code for query in self.workload.queries())
        super().__init__(answers.execute, clients=1, journeys=True, names=names, reads=reads, **more)
        self.engine.offer(Grant(1, 0, indexes, 1, 0))
        self.start()
        until(lambda: sum(count for (name, _), count in self.series().items() if name == "read") == indexes)
        self.drain()

    def operations(self) -> Any:
        return self.workload.operations(KEY)

    def messages(self) -> set[str]:
        return {each.first_message for snapshot in self.snapshots for each in snapshot.series if each.first_message}

    def times_ns(self, name: str) -> float:
        """Of all series of such a name, together."""
        series = [each for snapshot in self.snapshots for each in snapshot.series]
        of = [each for each in series if each.operation == name or (name == "*" and "." in each.operation)]
        counts = [histogram.decode(each.histogram) for each in of if each.timing == "service"]
        return sum(float((each * histogram.highest_of(np.arange(len(each)))).sum()) for each in counts)


def test_a_step_is_sent_with_values_of_the_rows_of_an_earlier_one() -> None:
    answers = Answers({"friends": [[3, "n3"], [4, "n4"], [5, "n5"]], "posts": [[9, "p"]]})
    last = {"cypher": "last", "parameters": {"name": "friends.rows[last].name", "post": "posts.rows[0].0", "five": 5}}
    driven = Journeys({"friends": FRIENDS, "posts": POSTS, "last": last}, answers)
    assert answers.sent == [
        ("friends", {"user": 0}),
        ("posts", {"user": 0, "id": 4}),
        ("last", {"user": 0, "name": "n5", "post": 9, "five": 5}),
    ]
    assert (
        driven.series()
        == driven.series("response")
        == {
            ("read", "ok"): 1,
            ("read.friends", "ok"): 1,
            ("read.posts", "ok"): 1,
            ("read.last", "ok"): 1,
        }
    )
    whole = next(each for each in driven.snapshots[0].series if each.operation == "read" and each.timing == "service")
    assert (whole.elements, whole.bytes_sent, whole.bytes_received) == (4, 3, 30)
    assert driven.covered() == {1: [0]}
    assert not driven.bugs


def test_the_time_of_a_journey_is_that_of_its_steps_without_pauses() -> None:
    class Slow(Answers):
        def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
            sleep(0.002)
            super().execute(operations, probe)

    steps = {"friends": FRIENDS, "more": {"cypher": "more", "think": "60ms", "repeat": 2}}
    driven = Journeys(steps, Slow({}))
    assert driven.times_ns("read") == pytest.approx(driven.times_ns("*"), rel=0.01)
    assert driven.times_ns("read") < 100e6
    assert driven.engine.gauges().service_ns > 120e6


@pytest.mark.parametrize(
    ("keys", "outcome", "sent", "message"),
    [
        ({}, "noRow", ["friends"], "posts: parameter id needs a row of friends that is not there"),
        ({"ifEmpty": "continue"}, "ok", ["friends", "last"], ""),
        ({"ifEmpty": "last"}, "ok", ["friends", "last"], ""),
        ({"ifEmpty": "stop"}, "ok", ["friends"], ""),
        ({"ifEmpty": "fail"}, "noRow", ["friends"], "posts: parameter id needs a row of friends that is not there"),
    ],
)
def test_a_step_that_lacks_a_row_does_what_it_says(
    keys: dict[str, Any], outcome: str, sent: list[str], message: str
) -> None:
    answers = Answers({"friends": [[3, "n3"]], "last": [[1, "a"]]})
    driven = Journeys({"friends": FRIENDS, "posts": POSTS | keys, "last": {"cypher": "last"}}, answers)
    assert [text for text, _ in answers.sent] == sent
    assert driven.series()["read", outcome] == 1
    assert driven.messages() == ({message} if message else set())
    of_step = {"": ("read.posts", "noRow"), "stop": ("read.posts", "absent"), "fail": ("read.posts", "noRow")}
    ended = of_step.get(keys.get("ifEmpty", ""))
    assert ended is None or driven.series()[ended] == 1


@pytest.mark.parametrize(
    ("keys", "outcome", "of_step", "sent"),
    [
        ({}, "ok", "ok", 2),
        ({"ifEmpty": "continue"}, "ok", "ok", 2),
        ({"ifEmpty": "stop"}, "ok", "absent", 1),
        ({"ifEmpty": "fail"}, "noRow", "noRow", 1),
    ],
)
def test_so_does_one_whose_answer_is_empty_and_it_is_counted(
    keys: dict[str, Any], outcome: str, of_step: str, sent: int
) -> None:
    answers = Answers({"last": [[1, "a"]]})
    driven = Journeys({"friends": FRIENDS | keys, "last": {"cypher": "last"}}, answers)
    assert len(answers.sent) == sent
    assert driven.series()["read", outcome] == driven.series()["read.friends", of_step] == 1
    counts = {each.operation: (each.answered, each.empty) for each in driven.snapshots[0].answers}
    assert counts["read.friends"] == (1, 1)
    assert driven.non_ok_positions() == ({"uncertain": [0]} if outcome == "noRow" else {})


def test_a_column_that_the_rows_do_not_have_is_no_row_and_what_can_be_no_parameter_a_fault() -> None:
    driven = Journeys({"friends": FRIENDS, "posts": POSTS}, Answers({"friends": [[1], [[2, 3]]]}))
    assert driven.series()["read", "journeyFault"] == 1
    assert driven.messages() == {
        "posts: parameter id is a list, which can be no parameter; return a number, a text or a truth value"
    }
    posts = {"cypher": "posts", "parameters": {"id": "friends.rows[0].age"}}
    driven = Journeys({"friends": FRIENDS, "posts": posts}, Answers({"friends": [[1, "a"]]}))
    assert driven.messages() == {"posts: parameter id needs column age of friends, whose columns are id, name"}
    numbers = Answers({"friends": [[1, "a"], [Decimal("7"), "b"]]})
    Journeys({"friends": FRIENDS, "posts": POSTS}, numbers)
    assert numbers.sent[1] == ("posts", {"user": 0, "id": 7})
    assert type(numbers.sent[1][1]["id"]) is int


def test_a_loop_goes_through_rows_until_there_is_none_and_never_further_than_its_bound() -> None:
    friends = {"friends": [[3, "a"], [4, "b"], [5, "c"]], "posts 3": [[1, "p"]], "posts 4": [[2, "q"]]}
    for most, sent in ((1, 3), (2, 4), (3, 5), (7, 5)):
        posts = {"cypher": "posts", "parameters": {"id": "friends.rows[pass].id"}, "until": "empty", "atMost": most}
        last = {"cypher": "last", "parameters": {"id": "posts.rows[0].id"}}
        answers = Answers(friends)
        Journeys({"friends": FRIENDS, "posts": posts, "last": last}, answers)
        assert len(answers.sent) == sent
        assert answers.sent[-1] == ("last", {"user": 0, "id": min(most, 2)})


def test_a_step_that_fails_is_tried_again_by_itself() -> None:
    answers = Answers({"friends": [[3, "a"], [4, "b"]]}, failures=3)
    driven = Journeys({"friends": FRIENDS, "posts": POSTS}, answers)
    assert [text for text, _ in answers.sent] == ["friends"] * 4 + ["posts"]
    assert driven.series() == {("read", "ok"): 1, ("read.friends", "ok"): 1, ("read.posts", "ok"): 1} | {
        ("read", "Deadlock"): 0
    }
    assert sum(each.retries for each in driven.snapshots[0].series) == 3
    failed = Journeys({"friends": FRIENDS, "posts": POSTS}, Answers({}, failures=4))
    assert failed.series()["read", "Deadlock"] == failed.series()["read.friends", "Deadlock"] == 1
    assert failed.messages() == {"friends: again", "again"}


def test_the_digest_is_of_what_was_drawn_and_of_all_that_was_sent() -> None:
    driven = Journeys({"friends": FRIENDS, "posts": POSTS}, Answers({"friends": [[3, "a"], [4, "b"]]}), indexes=3)
    expected = 0
    for index in range(3):
        journey = driven.operations().at(index)
        assert isinstance(journey, JourneyOperation)
        friends, posts = journey.journey.steps
        digest = digest_with(journey.digest(), QueryOperation(friends.query, (index,)))
        expected += digest_with(digest, QueryOperation(posts.query, (index, 4)))
    assert driven.digest() == expected & MASK


def test_one_journey_knows_nothing_of_the_rows_of_the_one_before() -> None:
    answers = Answers({"friends 0": [[3, "a"], [4, "b"]]})
    driven = Journeys({"friends": FRIENDS, "posts": POSTS}, answers, indexes=2)
    assert driven.series()["read", "ok"] == driven.series()["read", "noRow"] == 1


def test_a_session_that_breaks_is_a_bug_and_an_outcome() -> None:
    class Broken(Answers):
        def execute(self, operations: Sequence[Operation], probe: Probe) -> None:
            raise ValueError("broken")

    driven = Journeys({"friends": FRIENDS}, Broken({}))
    assert driven.series()["read", "ValueError"] == 1
    assert str(driven.bugs[0]) == "broken"


def test_an_open_model_sends_journeys_too() -> None:
    answers = Answers({"friends": [[3, "a"], [4, "b"]]})
    driven = Journeys({"friends": FRIENDS, "posts": POSTS}, answers, indexes=5, rate=Rate(1000, 10**9, False))
    assert driven.series()["read.posts", "ok"] == 5


def test_a_person_ends_a_journey_that_pauses() -> None:
    answers = Answers({})
    workload = workload_of({"friends": FRIENDS, "more": {"cypher": "more", "think": "1h"}})

    class Pausing(Driven):
        def operations(self) -> Any:
            return workload.operations(KEY)

    driven = Pausing(answers.execute, clients=1, journeys=True, names=tuple(workload.names()))
    driven.engine.offer(Grant(1, 0, 1, 1, 0))
    driven.start()
    until(lambda: answers.sent and driven.engine.running())
    assert driven.engine.abort(0).state == "aborted"
    driven.drain()
    assert driven.series()["read", "aborted"] == 1


GENERATED = {"friends": FRIENDS, "posts": {"cypher": "posts", "parameters": {"id": "given"}}}


class Generated(Journeys):
    """Journeys of a generator."""

    def __init__(self, generator: Any, answers: Answers, indexes: int = 1, **more: Any) -> None:
        more = {"generators": {"read": generator}} | more
        super().__init__(GENERATED, answers, indexes, python="shop:browse", **more)


def test_a_generator_says_which_step_is_next_and_is_given_the_rows() -> None:
    seen: list[object] = []

    def browse(drawn: dict[str, Any], index: int) -> Any:
        friends = yield "friends"
        seen.append((drawn, index, friends))
        for friend in friends:
            seen.append((yield "posts", {"id": friend["id"]}))

    answers = Answers({"friends": [[3, "a"], [4, "b"]], "posts 4": [[9, "p"]]})
    driven = Generated(browse, answers, indexes=2)
    assert answers.sent[:3] == [
        ("friends", {"user": 0}),
        ("posts", {"user": 0, "id": 3}),
        ("posts", {"user": 0, "id": 4}),
    ]
    assert seen[:3] == [
        ({"user": 0}, 0, [{"id": 3, "name": "a"}, {"id": 4, "name": "b"}]),
        [],
        [{"id": 9, "name": "p"}],
    ]
    assert driven.series() == {("read", "ok"): 2, ("read.friends", "ok"): 2, ("read.posts", "ok"): 4}


def forever(drawn: dict[str, Any], index: int) -> Any:
    yield "friends"
    while True:
        pass


def asleep(drawn: dict[str, Any], index: int) -> Any:
    sleep(3)
    yield "friends"


def endless(drawn: dict[str, Any], index: int) -> Any:
    while True:
        yield "friends"


def raising(drawn: dict[str, Any], index: int) -> Any:
    yield "friends"
    raise KeyError("nothing")


def yielding(what: Any) -> Any:
    def browse(drawn: dict[str, Any], index: int) -> Any:
        yield what

    return browse


@pytest.mark.parametrize(
    ("generator", "message", "sent"),
    [
        (raising, "shop:browse: raised KeyError: 'nothing'", 1),
        (forever, "shop:browse: has not come back within operationTimeout", 1),
        (asleep, "shop:browse: has not come back within operationTimeout", 0),
        (endless, "shop:browse: asked for more than 5 steps; raise maxSteps, or end it", 5),
        (
            yielding("feinds"),
            "shop:browse: yielded 'feinds'; yield the name of a step (friends, posts), or (NAME, {PARAMETER: value})",
            0,
        ),
        (yielding(("posts", {"ids": 1})), "shop:browse: gave step posts the parameters ids; it needs id", 0),
        (
            yielding(("posts", {"id": [1]})),
            "shop:browse: gave step posts as id a list; give a number, a text or a truth value",
            0,
        ),
        (lambda drawn, index: None, "shop:browse: raised TypeError: 'NoneType' object is not an iterator", 0),
    ],
)
def test_a_generator_that_raises_or_never_ends_is_a_fault_of_its_journey_and_the_worker_goes_on(
    generator: Any, message: str, sent: int
) -> None:
    answers = Answers({"friends": [[3, "a"]]})
    driven = Generated(generator, answers, indexes=2, journey_timeout_ns=200_000_000)
    assert driven.series()["read", "journeyFault"] == 2
    assert driven.messages() == {message}
    assert len(answers.sent) == 2 * sent
    assert not driven.bugs


def test_a_client_leaves_no_more_than_four_threads_with_generators_that_do_not_come_back() -> None:
    threads = GeneratorThread()
    for _ in range(4):
        threads.begin(asleep, {}, 0)
        with pytest.raises(GeneratorFault, match="has not come back"):
            threads.next(None, monotonic_ns() + 1_000_000)
        threads.end()
    with pytest.raises(GeneratorFault, match="4 earlier generators of this client have not come back"):
        threads.begin(asleep, {}, 0)


def test_a_failure_of_a_step_ends_the_journey_and_its_generator() -> None:
    closed: list[int] = []

    def browse(drawn: dict[str, Any], index: int) -> Any:
        try:
            yield "friends"
        finally:
            closed.append(index)

    driven = Generated(browse, Answers({}, failures=4))
    assert driven.series()["read", "Deadlock"] == 1
    until(lambda: closed == [0])


def test_a_generator_is_loaded_from_the_allowed_folder_and_from_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "allowed"
    folder.mkdir()
    (folder / "shop.py").write_text("import prices\n\ndef browse(drawn, index):\n    yield prices.STEP\n\nnumber = 7\n")
    (folder / "prices.py").write_text("STEP = 'friends'\n")
    (folder / "broken.py").write_text("raise ValueError('no')\n")
    (tmp_path / "outside.py").write_text("def browse(drawn, index):\n    yield 'friends'\n")
    (folder / "link.py").symlink_to(tmp_path / "outside.py")
    assert list(load_generator("read", "shop:browse", folder)({}, 0)) == ["friends"]
    for place, allowed, message in (
        ("shop:browse", None, "allow a folder on its host with --allow-code DIR or MUSTER_ALLOW_CODE"),
        ("shops:browse", folder, "there is no "),
        ("shop:brows", folder, "has no function brows"),
        ("shop:number", folder, "has no function number"),
        ("broken:browse", folder, "cannot be loaded: ValueError: no"),
        ("link:browse", folder, "leads out of"),
    ):
        with pytest.raises(PlanError, match=re.escape(message)) as refused:
            load_generator("read", place, allowed)
        assert str(refused.value).startswith(f"workload.journeys.read.python: {place}")
        assert "\n" not in str(refused.value)
