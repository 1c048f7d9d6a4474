"""The actions of a Graphity phase, without end; the Javadoc of MixedActions, MixTable and NewFollows defines them."""

from math import gcd
from typing import NamedTuple

import numpy as np

from muster_worker.workloads.draws import Permutation, WeightTable, shuffle
from muster_worker.workloads.mix import below, mix, mix2, mix3
from muster_worker.workloads.network import (
    ACTOR,
    ADDED,
    EDGES,
    FOLLOWERS,
    MIX,
    PASS,
    SPILL,
    Edge,
    Network,
)
from muster_worker.workloads.operations import (
    NEVER_ENDING,
    AddUser,
    Feed,
    Follow,
    PhaseKey,
    Post,
    Unfollow,
    entity_id,
)

ACTIONS = ("follow", "unfollow", "post", "addUser", "feed")
FOLLOW, UNFOLLOW, POST, ADD_USER, FEED = range(5)
_ALPHABET = "abcdefghijklmnopqrstuvwxyz" * 2 + " " * 12
# Six bits of each byte choose a character, so that a word of the text is one translation of eight bytes.
_TRANSLATION = bytes(ord(_ALPHABET[byte & 63]) for byte in range(256))


def message(post: int, length: int) -> str:
    """The text of a post: letters and spaces, a pure function of its id."""
    key = mix(post)
    words = b"".join(mix(key ^ word).to_bytes(8, "little") for word in range(-(-length // 8)))
    return words[:length].translate(_TRANSLATION).decode("ascii")


class MixTable:
    """Which action each index is: exact in every block, and invertible."""

    def __init__(self, parts: list[int], key: int) -> None:
        self._key = key
        self._hashed = mix(self._key)
        divisor = gcd(*parts)
        self._parts = [part // divisor for part in parts]
        self._size = sum(self._parts)
        action_of = [action for action, part in enumerate(self._parts) for _ in range(part)]
        self._actions = [action_of[place] for place in shuffle(self._size, self._key)]
        self._entries: list[list[int]] = [[] for _ in parts]
        self._ranks = []
        for entry, action in enumerate(self._actions):
            self._ranks.append(len(self._entries[action]))
            self._entries[action].append(entry)

    def action_and_rank(self, index: int) -> tuple[int, int]:
        """The action of an index, and how many of it come before."""
        block, place = divmod(index, self._size)
        entry = (place + self._rotation(block)) % self._size
        action = self._actions[entry]
        return action, block * self._parts[action] + self._ranks[entry]

    def index(self, action: int, rank: int) -> int:
        """The index of a rank."""
        block, place = divmod(rank, self._parts[action])
        entry = self._entries[action][place]
        return block * self._size + (entry - self._rotation(block)) % self._size

    def before(self, action: int, index: int) -> int:
        """How many of an action stand in the whole blocks before an index."""
        return 0 if index <= 0 else index // self._size * self._parts[action]

    def _rotation(self, block: int) -> int:
        return below(self._size, mix(self._hashed ^ block))


class NewFollows:
    """Edges that are not loaded and do not repeat: a function of their rank."""

    _PASSES = 64

    def __init__(self, network: Network, phase_key: int, slot: int, slots: int) -> None:
        self._network, self._phase_key, self._slot, self._slots = network, phase_key, slot, slots
        popularity = network.popularity
        step = popularity.total // (self._PASSES * network.users)
        self._shares = WeightTable.of(np.maximum(1, popularity.weights() // step))
        self._size = self._shares.total // self._PASSES

    def at(self, f: int) -> Edge:
        """Edge number f."""
        turn_of, place = divmod(f, self._size)
        y = Permutation(self._size, mix3(self._phase_key, PASS, turn_of)).at(place)
        share = self._PASSES * y + (37 * turn_of) % self._PASSES
        rank = self._shares.find(share)
        copies = -(-self._shares.weight(rank) // self._PASSES)
        turn = turn_of * copies + (share - self._shares.start(rank)) // self._PASSES
        tries = self._tries(rank)
        if turn >= self._network.users // 2 // (tries * self._slots):
            return self._spill(f)
        return self._pick(self._network.user_of_rank[rank], (turn * self._slots + self._slot) * tries, tries)

    def _tries(self, rank: int) -> int:
        q = min(65_535, self._network.followed_share(rank))
        tries = 1
        while q > 128 and tries < 16:
            q = (q * q) >> 16
            tries *= 2
        return tries

    def _spill(self, f: int) -> Edge:
        users = self._network.users
        turn_of, at = divmod(f, users)
        half = users // 2
        place = ((turn_of * self._slots + self._slot) * 2) % max(1, users - half - 1)
        return self._pick(Permutation(users, mix3(self._network.key, SPILL, turn_of)).at(at), half + place, 2)

    def _pick(self, followee: int, place: int, tries: int) -> Edge:
        users = self._network.users
        order = Permutation(users, mix3(self._network.key, FOLLOWERS, followee))
        user = followee
        for i in range(tries):
            user = order.at((place + i) % users)
            if user != followee and not self._network.follows(user, followee):
                return Edge(user, followee)
        return Edge((user + 1) % users if user == followee else user, followee)


class MixSettings(NamedTuple):
    """What the mix of a phase depends on in addition to its network."""

    parts: list[int]
    horizon: int
    message_length: int
    k: int


class MixedActions:
    """The actions of a warm-up or measure phase."""

    def __init__(self, settings: MixSettings, network: Network, phase: PhaseKey) -> None:
        self.count = NEVER_ENDING
        self._settings, self._network, self._ordinal = settings, network, phase.ordinal
        self._slot, self._slots = phase.slot, max(1, phase.slots)
        self._phase_key = phase.hash()
        self._actor_key = mix(mix(self._phase_key) ^ ACTOR)
        self._mix = MixTable(settings.parts, mix2(self._phase_key, MIX))
        self._new = NewFollows(network, self._phase_key, self._slot, self._slots)
        self._taken = Permutation(max(1, network.edges), mix2(network.key, EDGES))
        self._loaded = (network.edges - self._slot + self._slots - 1) // self._slots

    def at(self, index: int) -> Follow | Unfollow | Post | AddUser | Feed:
        action, rank = self._mix.action_and_rank(index)
        if action == FOLLOW:
            return Follow(*self._new_edge(index, rank))
        if action == POST:
            post = entity_id(self._ordinal, index)
            return Post(self._actor(index), post, message(post, self._settings.message_length))
        if action == UNFOLLOW:
            return Unfollow(*self._old_edge(index, rank))
        if action == FEED:
            return Feed(self._actor(index), self._settings.k)
        return AddUser(entity_id(self._ordinal, index))

    def _choice(self, index: int) -> int:
        added = self._mix.before(ADD_USER, index - self._settings.horizon)
        return below(self._network.users + added, mix(self._actor_key ^ index))

    def _actor(self, index: int) -> int:
        choice = self._choice(index)
        return choice if choice < self._network.users else self._added(choice - self._network.users)

    def _added(self, rank: int) -> int:
        return entity_id(self._ordinal, self._mix.index(ADD_USER, rank))

    def _new_edge(self, index: int, f: int) -> Edge:
        choice, users = self._choice(index), self._network.users
        if choice < users:
            return self._new.at(f)
        rank = choice - users
        order = Permutation(users, mix3(self._phase_key, ADDED, rank))
        return Edge(self._added(rank), order.at(f % users))

    def _old_edge(self, index: int, g: int) -> Edge:
        if g < self._loaded:
            return self._network.edge(self._taken.at(g * self._slots + self._slot))
        f = g - self._loaded
        if f < self._mix.before(FOLLOW, index - self._settings.horizon):
            return self._new_edge(self._mix.index(FOLLOW, f), f)
        user = self._actor(index)
        return Edge(user, user)
