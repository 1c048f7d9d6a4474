"""Every operation, as a value: whatever executes it, and however often, finds all it needs in here.

`kind` is its label in messages and SQL, `code` a number that enters digests and never changes, `digest()` a hash of all
that is asked (docs/semantics.md rule 18): unsigned 64 bits, the same in every language.
"""

from typing import Literal, NamedTuple, Protocol, TypeAlias

from muster_worker.workloads.journey_operation import STEP_MARK, JourneyOperation
from muster_worker.workloads.mix import MASK, mix, mix2, mix3, operation_digest, text_digest
from muster_worker.workloads.query_operation import QueryOperation
from muster_worker.workloads.stream_operation import StreamOperation

NEVER_ENDING = (1 << 63) - 1
_INDEX_BITS = 40
_STREAM_STEP = 128
"""More than a plan has phases."""

KINDS = (
    "noop",
    "loadUser",
    "loadFollows",
    "loadChain",
    "addUser",
    "follow",
    "unfollow",
    "post",
    "feed",
    "insertVertices",
    "insertEdges",
    "transaction",
    "projectGraph",
    "readPartition",
    "embedNodes",
)
TRANSACTION = KINDS.index("transaction")

FIRST_NAMED = 64
"""Codes of the kinds that a plan names begin here."""


def is_counted(name: str) -> bool:
    """Whether each covered index is one of this name: not what holds several, nor the steps of a journey."""
    return name != KINDS[TRANSACTION] and STEP_MARK not in name


def entity_id(phase_ordinal: int, index: int) -> int:
    """The unique id of what an operation adds, also in a second execution after a crash (docs/semantics.md rule 2)."""
    return (phase_ordinal << _INDEX_BITS) | index


class Noop(NamedTuple):
    """Nothing, or a wait of `delayNs` nanoseconds."""

    index: int  # type: ignore[assignment]
    delayNs: int

    @property
    def code(self) -> Literal[0]:
        return 0

    def digest(self) -> int:
        return mix(self.index)


class LoadUser(NamedTuple):
    """A user with its posts, oldest first; message j is that of posts[j]."""

    user: int
    posts: list[int]

    @property
    def code(self) -> Literal[1]:
        return 1

    def digest(self) -> int:
        return operation_digest(1, self.user, self.posts)


class LoadFollows(NamedTuple):
    """A user's distinct followees."""

    user: int
    followees: list[int]

    @property
    def code(self) -> Literal[2]:
        return 2

    def digest(self) -> int:
        return operation_digest(2, self.user, self.followees)


class LoadChain(NamedTuple):
    """The same followees, most recently active first."""

    user: int
    followees: list[int]

    @property
    def code(self) -> Literal[3]:
        return 3

    def digest(self) -> int:
        return operation_digest(3, self.user, self.followees)


class AddUser(NamedTuple):
    """Outcome "duplicate" if it is there already."""

    user: int

    @property
    def code(self) -> Literal[4]:
        return 4

    def digest(self) -> int:
        return mix2(4, self.user)


class Follow(NamedTuple):
    """Outcome "duplicate" if the edge is there already, "absent" if one of the users is not."""

    user: int
    followee: int

    @property
    def code(self) -> Literal[5]:
        return 5

    def digest(self) -> int:
        return mix3(5, self.user, self.followee)


class Unfollow(NamedTuple):
    """Outcome "absent" if there is no such edge."""

    user: int
    followee: int

    @property
    def code(self) -> Literal[6]:
        return 6

    def digest(self) -> int:
        return mix3(6, self.user, self.followee)


class Post(NamedTuple):
    """Outcome "absent" if there is no such author, "duplicate" if the post is there already."""

    author: int
    post: int
    message: str

    @property
    def code(self) -> Literal[7]:
        return 7

    def digest(self) -> int:
        return mix2(mix3(7, self.author, self.post), text_digest(self.message))


class Feed(NamedTuple):
    """The `k` newest posts of the reader's followees, newest first."""

    reader: int
    k: int

    @property
    def code(self) -> Literal[8]:
        return 8

    def digest(self) -> int:
        return mix3(8, self.reader, self.k)


class InsertVertices(NamedTuple):
    """A batch of vertices with unique ids; `names[j]` is a property of vertex `ids[j]`."""

    ids: list[int]
    names: list[str]

    @property
    def code(self) -> Literal[9]:
        return 9

    def digest(self) -> int:
        hashed = len(self.names)
        for name in self.names:
            hashed = mix2(hashed, text_digest(name))
        return (operation_digest(9, len(self.names), self.ids) + hashed) & MASK


class InsertEdges(NamedTuple):
    """A batch of edges with unique ids between vertices that were inserted before."""

    ids: list[int]
    sources: list[int]
    targets: list[int]

    @property
    def code(self) -> Literal[10]:
        return 10

    def digest(self) -> int:
        return (
            operation_digest(10, len(self.ids), self.ids)
            + operation_digest(10, 1, self.sources)
            + operation_digest(10, 2, self.targets)
        ) & MASK


GraphityOperation: TypeAlias = LoadUser | LoadFollows | LoadChain | AddUser | Follow | Unfollow | Post | Feed
InsertOperation: TypeAlias = InsertVertices | InsertEdges
Operation: TypeAlias = GraphityOperation | InsertOperation | StreamOperation | QueryOperation | JourneyOperation | Noop


class PhaseKey(NamedTuple):
    """Which phase operations are for: ordinal among the executed ones, part, slot of those that change data.

    `vertices` is the ordinal of the last phase before it whose part is "vertices", -1 if there is none. `drawn` is the
    ordinal whose draws it has, where that is not its own: that of all arms that are to get the same operations.
    """

    seed: int
    ordinal: int
    part: str
    slot: int
    slots: int
    vertices: int
    drawn: int | None = None

    def of_stream(self, number: int, slot: int, slots: int | None = None) -> "PhaseKey":
        """The same for another load of the phase, whose changes of loaded data have a slot of their own.

        `slots` is given where it shares its loaded data with others than the phase does."""
        all_slots = self.slots if slots is None else slots
        return self._replace(ordinal=self.ordinal + number * _STREAM_STEP, slot=slot, slots=all_slots)

    def drawn_as(self, other: "PhaseKey") -> "PhaseKey":
        """The same with the draws of another: operation i of both is the same, except for ids of what it adds."""
        return self if other.ordinal == self.ordinal else self._replace(drawn=other.ordinal)

    def hash(self) -> int:
        """The key of every draw in this phase (docs/semantics.md rule 2)."""
        return mix2(self.seed, self.ordinal if self.drawn is None else self.drawn)


class Operations(Protocol):
    """The operations of one phase: pure, and safe to call from any thread."""

    @property
    def count(self) -> int:
        """How many there are, or NEVER_ENDING."""

    def at(self, index: int) -> Operation:
        """A pure function of the index, 0 <= index < count."""


class LoadPart(NamedTuple):
    """A part of the load, covered as a whole before the next begins."""

    name: str
    count: int  # type: ignore[assignment]
    actions_per_transaction: int


class Workload(Protocol):
    """What a plan asks: the parts of its load, and the operations of each phase."""

    @property
    def actions_per_transaction(self) -> int:
        """Actions in one transaction in phases other than load."""

    def load_parts(self) -> list[LoadPart]:
        """In order; empty if there is nothing to load."""

    def operations(self, phase: PhaseKey) -> Operations:
        """Those of one phase."""
