"""The reference: what a right database holds and answers after the same operations; GraphityModel of the Java side."""

from muster_worker.workloads.operations import AddUser, Feed, Follow, GraphityOperation, Post, Unfollow


def weight(a: int, b: int) -> int:
    """As Fingerprint of the Java side."""
    return (a % 1_000_003 + 1) * (b % 999_983 + 1) % 1_000_000_007


class GraphityModel:
    """Users with their followees, authors with their posts."""

    def __init__(self) -> None:
        self.followees: dict[int, set[int]] = {}
        self.posts: dict[int, int] = {}

    def apply(self, operation: GraphityOperation) -> str:
        """The outcome; nothing changes unless it is ok."""
        match operation:
            case AddUser(user):
                return self._added(user)
            case Follow(user, followee):
                return self._followed(user, followee)
            case Unfollow(user, followee):
                if followee not in self.followees.get(user, ()):
                    return "absent"
                self.followees[user].remove(followee)
            case Post(author, post, _):
                if author not in self.followees or post in self.posts:
                    return "duplicate" if author in self.followees else "absent"
                self.posts[post] = author
            case Feed(reader, _):
                return "ok" if reader in self.followees else "absent"
        return "ok"

    def _added(self, user: int) -> str:
        known = user in self.followees
        self.followees.setdefault(user, set())
        return "duplicate" if known else "ok"

    def _followed(self, user: int, followee: int) -> str:
        if user not in self.followees or followee not in self.followees:
            return "absent"
        known = followee in self.followees[user]
        self.followees[user].add(followee)
        return "duplicate" if known else "ok"

    def feed(self, reader: int, k: int) -> list[int]:
        """The k newest posts of the reader's followees, newest first."""
        followees = self.followees.get(reader, set())
        return sorted((post for post, author in self.posts.items() if author in followees), reverse=True)[:k]

    def fingerprint(self) -> dict[str, str]:
        """As the target computes it."""
        degrees = [len(each) for each in self.followees.values()]
        follows = [(user, followee) for user, each in self.followees.items() for followee in each]
        sums = (
            sum(weight(user, user) for user in self.followees),
            sum(weight(post, post) for post in self.posts),
            sum(weight(user, followee) for user, followee in follows),
        )
        return {
            "vertices": str(len(self.followees) + len(self.posts)),
            "edges": str(len(follows)),
            "degrees": " ".join(f"{degree}:{degrees.count(degree)}" for degree in sorted(set(degrees))),
            "ids": " ".join(map(str, sums)),
        }
