"""Workload "graphity": a synthetic or given social network, its load, and its mix of actions."""

from collections.abc import Callable, Mapping
from copy import copy
from functools import reduce
from operator import add
from typing import Any, NamedTuple

from muster_worker.workloads.actions import ACTIONS, MixedActions, MixSettings, message
from muster_worker.workloads.data import DataFiles, EdgeList, EventLog, read_graph, read_log
from muster_worker.workloads.draws import Permutation, milli
from muster_worker.workloads.id_range import IdRange
from muster_worker.workloads.mix import mix2, mix3
from muster_worker.workloads.network import NETWORK, POSTS, DataNetwork, Network, SyntheticNetwork
from muster_worker.workloads.operations import (
    Follow,
    LoadChain,
    LoadFollows,
    LoadPart,
    LoadUser,
    Operation,
    Operations,
    PhaseKey,
    Post,
    Unfollow,
    entity_id,
)
from muster_worker.workloads.settings import PlanError, Settings

_WRITE_MIX = {"follow": 51.5, "unfollow": 8, "post": 40, "addUser": 0.5}
_ALL_PARTS = 10_000


class _Loads(NamedTuple):
    """A part of the load; an index is a user."""

    count: int  # type: ignore[assignment]
    at: Callable[[int], Operation]


class _LoadedPosts(NamedTuple):
    """Posts in rounds that hold one of each user; the Javadoc of LoadedPosts defines their order."""

    network_key: int
    users: int
    per_user: int

    def of(self, user: int, ordinal: int) -> list[int]:
        """Ids of a user's posts, oldest first."""
        return [entity_id(ordinal, j * self.users + self._place(j, user)) for j in range(self.per_user)]

    def recency(self, user: int) -> int:
        """Orders users as their newest loaded posts are ordered; where there are none, as their ids are."""
        return self._place(self.per_user - 1, user) if self.per_user else user

    def _place(self, number: int, user: int) -> int:
        return Permutation(self.users, mix3(self.network_key, POSTS, number)).at(user)


class _LoggedActions(NamedTuple):
    """The events of a log: operation i is event i."""

    log: EventLog
    ordinal: int
    message_length: int

    @property
    def count(self) -> int:  # type: ignore[override]
        return len(self.log.events)

    def at(self, index: int) -> Follow | Unfollow | Post:
        user, other = self.log.users[index], self.log.others[index]
        if self.log.events[index] == "A":
            return Follow(user, other)
        if self.log.events[index] == "R":
            return Unfollow(user, other)
        post = entity_id(self.ordinal, index)
        return Post(user, post, message(post, self.message_length))


class GraphityWorkload:
    """Part "" of a phase is its mix of actions; other parts are those of a load."""

    def __init__(self, settings: Settings, files: DataFiles) -> None:
        self.actions_per_transaction = settings.integer("actionsPerTransaction")
        self._algorithm = settings.choice("algorithm")
        self._posts_per_user = settings.integer("postsPerUser")
        self._load_batch = settings.integer("loadBatch")
        self._namespace = settings.integer("namespace")
        self._mix = _mix_settings(settings)
        self._log: EventLog | None = None
        self._users, self._create = self._source(settings, files)
        self._networks: dict[int, Network] = {}

    def of(self, parts: Mapping[str, float]) -> "GraphityWorkload":
        """The same with these parts of the actions, whatever their sum; the networks are shared."""
        if self._log is not None:
            raise PlanError("the operations are those of the log; take them out")
        if not set(parts) <= set(ACTIONS):
            raise PlanError("graphity has " + ", ".join(ACTIONS))
        part = copy(self)
        part._mix = self._mix._replace(parts=_parts_of(parts))
        return part

    def _source(self, settings: Settings, files: DataFiles) -> tuple[int, Callable[[int], Network]]:
        if "data" in settings:
            graph = self._given(settings, files)
            return len(graph.names), lambda seed: DataNetwork(seed, graph)
        users = settings.integer("users")
        profile = settings.choice("profile")
        factor = settings.integer("degreeFactor")
        exponent = milli(settings.number("followeeExponent"))
        if factor > 1 and exponent > 1_000:
            raise settings.wrong("degreeFactor", "1 where followeeExponent is above 1")
        return users, lambda seed: SyntheticNetwork(seed, users, profile, exponent, factor)

    def _given(self, settings: Settings, files: DataFiles) -> EdgeList:
        form = settings.choice("format")
        if form != "log":
            return read_graph(settings.text("data"), form, files)
        self._log = read_log(files(settings.text("data")))
        return EdgeList(self._log.names, [], [])

    def load_parts(self) -> list[LoadPart]:
        """A log begins with users that follow nobody, so that it has no part "edges"."""
        names = ["vertices"]
        if self._log is None:
            names += ["edges", "chains"] if self._algorithm == "graphity" else ["edges"]
        return [LoadPart(name, self._users, self._load_batch) for name in names]

    def operations(self, phase: PhaseKey) -> Operations:
        first = self._of_first_namespace(phase)
        return IdRange(first, self._namespace) if self._namespace else first

    def _of_first_namespace(self, phase: PhaseKey) -> Operations:
        posts = _LoadedPosts(mix2(phase.seed, NETWORK), self._users, self._posts_per_user)
        if phase.part == "vertices":
            return _Loads(self._users, lambda user: LoadUser(user, posts.of(user, phase.ordinal)))
        if phase.part == "":
            return self._actions(phase)
        network = self._network(phase.seed)
        if phase.part == "edges":
            return _Loads(self._users, lambda user: LoadFollows(user, network.followees(user)))
        if phase.part == "chains":
            return _Loads(
                self._users,
                lambda user: LoadChain(user, sorted(network.followees(user), key=posts.recency, reverse=True)),
            )
        raise PlanError(f"part {phase.part}: graphity has vertices, edges and chains; leave it out for its mix")

    def _actions(self, phase: PhaseKey) -> Operations:
        if self._log is None:
            return MixedActions(self._mix, self._network(phase.seed), phase)
        if phase.slots > 1:
            raise PlanError(f"phases: only one of them can replay an event log; there are {phase.slots}")
        return _LoggedActions(self._log, phase.ordinal, self._mix.message_length)

    def _network(self, seed: int) -> Network:
        if seed not in self._networks:
            self._networks[seed] = self._create(seed)
        return self._networks[seed]


def _parts_of(weights: Mapping[str, float]) -> list[int]:
    """Parts of all, in the order of the actions; the largest remainders are rounded up."""
    of_each = [float(weights.get(action, 0)) for action in ACTIONS]
    total = reduce(add, of_each, 0.0)
    exact = [weight / total * _ALL_PARTS for weight in of_each]
    parts = [int(part) for part in exact]
    largest_first = sorted(range(len(parts)), key=lambda i: parts[i] - exact[i])
    for i in largest_first[: _ALL_PARTS - sum(parts)]:
        parts[i] += 1
    return parts


def _mix_settings(settings: Settings) -> MixSettings:
    percent: dict[str, Any] = settings.raw().get("mix") or _WRITE_MIX
    if not set(percent) <= set(ACTIONS):
        raise settings.wrong("mix", "the names " + ", ".join(ACTIONS))
    parts = [int(percent.get(action, 0) * 100 + 0.5) for action in ACTIONS]
    if sum(parts) != _ALL_PARTS:
        raise settings.wrong("mix", "percentages with a sum of 100")
    return MixSettings(
        parts,
        settings.integer("horizon"),
        settings.integer("messageLength"),
        settings.integer("k"),
    )
