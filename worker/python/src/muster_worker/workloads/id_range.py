"""Ids of a namespace: loaded user u is namespace * 2^31 + u. What phases add has the ordinal of its phase in its id."""

from typing import cast

from muster_worker.workloads.operations import (
    AddUser,
    Feed,
    Follow,
    GraphityOperation,
    LoadChain,
    LoadFollows,
    LoadUser,
    Operations,
    Post,
    Unfollow,
)

_SIZE_BITS = 31


class IdRange:
    """The operations of namespace 0 as those of another."""

    def __init__(self, operations: Operations, namespace: int) -> None:
        self._operations, self._offset = operations, namespace << _SIZE_BITS

    @property
    def count(self) -> int:
        return self._operations.count

    def at(self, index: int) -> GraphityOperation:
        match cast(GraphityOperation, self._operations.at(index)):
            case LoadUser(user, posts):
                return LoadUser(self._moved(user), posts)
            case LoadFollows(user, followees):
                return LoadFollows(self._moved(user), [self._moved(each) for each in followees])
            case LoadChain(user, followees):
                return LoadChain(self._moved(user), [self._moved(each) for each in followees])
            case AddUser(user):
                return AddUser(self._moved(user))
            case Follow(user, followee):
                return Follow(self._moved(user), self._moved(followee))
            case Unfollow(user, followee):
                return Unfollow(self._moved(user), self._moved(followee))
            case Post(author, post, text):
                return Post(self._moved(author), post, text)
            case Feed(reader, k):
                return Feed(self._moved(reader), k)

    def _moved(self, user: int) -> int:
        """A user that a phase has added stays what it is."""
        return user if user >> _SIZE_BITS else self._offset + user
