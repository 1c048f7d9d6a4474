"""Every operation, as a value: whatever executes it, and however often, finds all it needs in here.

`kind` is its label in messages and SQL, `code` a number that enters digests and never changes, `digest()` a hash of all
that is asked (SEMANTICS 18): unsigned 64 bits, the same in every language.
"""

import builtins
from collections.abc import Mapping, Sequence
from struct import pack
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from muster_worker.workloads.mix import MASK, mix, mix2, mix3

NEVER_ENDING = (1 << 63) - 1
_INDEX_BITS = 40

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
)
TRANSACTION = KINDS.index("transaction")
FIRST_NAMED = 64
"""Codes of the kinds that a plan names begin here."""


def entity_id(phase_ordinal: int, index: int) -> int:
    """The unique id of what an operation adds: a second execution after a crash uses the same (SEMANTICS 2)."""
    return (phase_ordinal << _INDEX_BITS) | index


def _of(code: int, head: int, values: Sequence[int]) -> int:
    hashed = mix2(code, head)
    for value in values:
        hashed = mix2(hashed, value)
    return hashed


def text_digest(text: str) -> int:
    """h = 31 * h + b for each byte of UTF-8, then mixed."""
    hashed = 0
    for byte in text.encode():
        hashed = (hashed * 31 + byte) & MASK
    return mix(hashed)


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
        return _of(1, self.user, self.posts)


class LoadFollows(NamedTuple):
    """A user's distinct followees."""

    user: int
    followees: list[int]

    @property
    def code(self) -> Literal[2]:
        return 2

    def digest(self) -> int:
        return _of(2, self.user, self.followees)


class LoadChain(NamedTuple):
    """The same followees, most recently active first."""

    user: int
    followees: list[int]

    @property
    def code(self) -> Literal[3]:
        return 3

    def digest(self) -> int:
        return _of(3, self.user, self.followees)


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
        return (_of(9, len(self.names), self.ids) + hashed) & MASK


class InsertEdges(NamedTuple):
    """A batch of edges with unique ids between vertices that were inserted before."""

    ids: list[int]
    sources: list[int]
    targets: list[int]

    @property
    def code(self) -> Literal[10]:
        return 10

    def digest(self) -> int:
        return (_of(10, len(self.ids), self.ids) + _of(10, 1, self.sources) + _of(10, 2, self.targets)) & MASK


class ProjectGraph(NamedTuple):
    """Projects all loaded vertices and edges, anew if need be, and gives each node a vector of `dimension` floats."""

    graph: str
    property: str
    dimension: int
    seed: int

    @builtins.property
    def code(self) -> Literal[12]:
        return 12

    def digest(self) -> int:
        return _of(12, self.dimension, [text_digest(self.graph), text_digest(self.property), self.seed])


class ReadPartition(NamedTuple):
    """Reads (id, vector) of each node whose id, divided by `partitions`, leaves `partition`, in any order.

    `round` is how many times the whole stream was read before; `checked` asks for the checksum of what was read."""

    round: int
    partition: int
    partitions: int
    checked: bool

    @property
    def code(self) -> Literal[13]:
        return 13

    def digest(self) -> int:
        return _of(13, self.round, [self.partition, self.partitions, int(self.checked)])


class Query(NamedTuple):
    """One of the operations that a plan of workload "query" names, shared by all operations of its name.

    `texts` holds the statement by language, `request` the template of an HTTP request, `parameters` their names."""

    code: int
    name: str
    texts: Mapping[str, str]
    request: Mapping[str, Any]
    parameters: tuple[str, ...]
    write: bool
    ordered: bool
    stable: bool
    identity: str
    row_limit: int
    digest: int


class QueryOperation(NamedTuple):
    """A query with the values of its parameters, each an int, float, bool, str or None."""

    query: Query
    values: tuple[int | float | bool | str | None, ...]

    @property
    def code(self) -> int:
        return self.query.code

    def digest(self) -> int:
        """Of the name and the values: the same whatever the language of the statement."""
        hashed = self.query.digest
        for value in self.values:
            hashed = mix2(hashed, _of_value(value))
        return hashed

    def bindings(self) -> dict[str, Any]:
        """The values by the names of their parameters."""
        return dict(zip(self.query.parameters, self.values, strict=True))


def _of_value(value: float | bool | str | None) -> int:
    match value:
        case None:
            return 0
        case bool():
            return mix2(3, int(value))
        case int():
            return mix2(1, value)
        case float():
            return mix2(2, int.from_bytes(pack(">d", value)))
        case _:
            return mix2(4, text_digest(value))


GraphityOperation: TypeAlias = LoadUser | LoadFollows | LoadChain | AddUser | Follow | Unfollow | Post | Feed
InsertOperation: TypeAlias = InsertVertices | InsertEdges
StreamOperation: TypeAlias = ProjectGraph | ReadPartition
Operation: TypeAlias = GraphityOperation | InsertOperation | StreamOperation | QueryOperation | Noop


class PhaseKey(NamedTuple):
    """Which phase operations are for: ordinal among the executed ones, part, slot of those that change data.

    `vertices` is the ordinal of the last phase before it whose part is "vertices", -1 if there is none.
    """

    seed: int
    ordinal: int
    part: str
    slot: int
    slots: int
    vertices: int

    def hash(self) -> int:
        """The key of every draw in this phase (SEMANTICS 2)."""
        return mix2(self.seed, self.ordinal)


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
