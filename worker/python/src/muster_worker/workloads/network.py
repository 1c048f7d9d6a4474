"""The social network that a Graphity load creates: users 0 .. users - 1, each with distinct followees, never itself."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from muster_worker.workloads.data import EdgeList
from muster_worker.workloads.draws import WeightTable, degree_table, shuffle, zipf
from muster_worker.workloads.mix import mix, mix2, mix3, mix_array

NETWORK = 0x6772617068
RANKS, DEGREE, FOLLOWEES, FOLLOWERS, EDGES, SPILL, POSTS = range(1, 8)
MIX, ACTOR, PASS, ADDED = range(11, 15)


class Edge(NamedTuple):
    """That one user follows another."""

    user: int
    followee: int


class Network(Protocol):
    """Edges are numbered by user, then in the order of `followees`."""

    key: int
    users: int
    edges: int
    popularity: WeightTable
    user_of_rank: list[int]

    def followees(self, user: int) -> list[int]:
        """Distinct, in the order of their draws."""

    def edge(self, number: int) -> Edge:
        """The edge of a number."""

    def follows(self, user: int, followee: int) -> bool:
        """Whether there is such an edge."""

    def followed_share(self, rank: int) -> int:
        """About how much of all users follow that of this rank, in units of 2^-16."""


class SyntheticNetwork:
    """A drawn network that holds some numbers a user and no edge; the Javadoc of SyntheticNetwork defines the draws."""

    def __init__(self, seed: int, users: int, profile: str, exponent_milli: int, degree_factor: int = 1) -> None:
        self.key = mix2(seed, NETWORK)
        self.users = users
        self.user_of_rank = shuffle(users, mix2(self.key, RANKS))
        self._rank_of_user = [0] * users
        for rank, user in enumerate(self.user_of_rank):
            self._rank_of_user[user] = rank
        self.popularity = zipf(users, exponent_milli)
        self._starts = self._numbered(profile, degree_factor)
        self.edges = self._starts[-1]

    def _numbered(self, profile: str, factor: int) -> list[int]:
        keyed = np.uint64(mix(mix(self.key) ^ DEGREE))
        hashes = mix_array(keyed ^ np.arange(self.users, dtype=np.uint64))
        table = np.array(degree_table(profile), dtype=np.int64)
        degrees = factor * np.searchsorted(table, (hashes >> np.uint64(32)).astype(np.int64), side="right")
        return [0, *np.cumsum(np.minimum(self.users // 2, degrees)).tolist()]

    def _ranks(self, user: int) -> Iterator[int]:
        """The distinct ranks of one user's followees, without end."""
        seen = {self._rank_of_user[user]}
        key = mix(mix3(self.key, FOLLOWEES, user))
        draw = 0
        while True:
            rank = self.popularity.draw(mix(key ^ draw))
            draw += 1
            if rank not in seen:
                seen.add(rank)
                yield rank

    def _degree(self, user: int) -> int:
        return self._starts[user + 1] - self._starts[user]

    def followees(self, user: int) -> list[int]:
        ranks = self._ranks(user)
        return [self.user_of_rank[next(ranks)] for _ in range(self._degree(user))]

    def edge(self, number: int) -> Edge:
        user = bisect_right(self._starts, number) - 1
        ranks = self._ranks(user)
        for _ in range(number - self._starts[user]):
            next(ranks)
        return Edge(user, self.user_of_rank[next(ranks)])

    def follows(self, user: int, followee: int) -> bool:
        wanted = self._rank_of_user[followee]
        ranks = self._ranks(user)
        return any(next(ranks) == wanted for _ in range(self._degree(user)))

    def followed_share(self, rank: int) -> int:
        return self.popularity.weight(rank) // (self.popularity.total >> 16) * self.edges // self.users


class DataNetwork:
    """A given network: popularity is the number of followers plus one; of equals the smaller user is more popular."""

    def __init__(self, seed: int, graph: EdgeList) -> None:
        self.key = mix2(seed, NETWORK)
        self.users = len(graph.names)
        rows: list[set[int]] = [set() for _ in range(self.users)]
        for source, target in zip(graph.sources, graph.targets, strict=True):
            if source != target:
                rows[source].add(target)
        self._followees = [sorted(row) for row in rows]
        self._starts = [0, *np.cumsum([len(row) for row in rows]).tolist()]
        self.edges = self._starts[-1]
        followers = np.bincount([f for row in rows for f in row], minlength=self.users)
        self.user_of_rank = sorted(range(self.users), key=lambda user: -followers[user])
        self.popularity = WeightTable.of((followers[self.user_of_rank].astype(np.int64) + 1) << 16)

    def followees(self, user: int) -> list[int]:
        return list(self._followees[user])

    def edge(self, number: int) -> Edge:
        user = bisect_right(self._starts, number) - 1
        return Edge(user, self._followees[user][number - self._starts[user]])

    def follows(self, user: int, followee: int) -> bool:
        return followee in self._followees[user]

    def followed_share(self, rank: int) -> int:
        return (self.popularity.weight(rank) - (1 << 16)) // self.users
