"""Loads that take turns: when each may begin operations, and which time is measured. As TurnSchedule and ArmTurns.

Times are ns after the start of the phase, of shared turns after 1970."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from muster_worker.workloads.mix import below, mix2
from muster_worker.workloads.profile import ProfileLine

_UNITS = 10**18
"""Arrivals a nanosecond as 10^-9 a second."""


class TurnSchedule(NamedTuple):
    """Blocks in which each arm has one turn, in an order that is drawn for each with `key`, the hash of the phase.

    The first part of each turn, `guard_ns`, is not measured. Where arms are runs, turns are `shared`: they are counted
    from 1970, and every second block has the reverse order of the one before."""

    key: int
    arms: int
    turn_ns: int
    guard_ns: int
    shared: bool = False

    def arm(self, number: int) -> "ArmTurns":
        """One of its arms."""
        return ArmTurns(self, number)

    @property
    def block_ns(self) -> int:
        """How long a block is."""
        return self.arms * self.turn_ns

    def origin_ns(self, phase_start_ns: int) -> int:
        """From when turns are counted, in the time that the start of the phase is given in."""
        return 0 if self.shared else phase_start_ns

    def order(self, block: int) -> tuple[int, ...]:
        """The arms in the order of their turns."""
        if not self.shared:
            return _order(self.key, self.arms, block)
        order = _order(self.key, self.arms, block // 2)
        return order if block % 2 == 0 else order[::-1]

    def turn(self, arm: int, block: int) -> int:
        """The number of an arm's turn in a block, among those of all arms, from 0."""
        return block * self.arms + self.order(block).index(arm)


@lru_cache(1024)
def _order(key: int, arms: int, block: int) -> tuple[int, ...]:
    order = list(range(arms))
    for place in range(arms - 1, 0, -1):
        other = below(place + 1, mix2(key, block * arms + place))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def of_run(length_ns: int, guard_ns: int, runs: list[str], name: str) -> "ArmTurns":
    """The turns of a run among those that it shares: the same for each of them, whatever else their plans say."""
    key = mix2(length_ns, len(runs))
    return TurnSchedule(key, len(runs), length_ns, guard_ns, shared=True).arm(runs.index(name))


class Window(NamedTuple):
    """One turn, which is measured from `from_ns` until it ends."""

    turn: int
    block: int
    start_ns: int
    from_ns: int
    to_ns: int


class ArmTurns(NamedTuple):
    """The turns of one arm, which no end of the phase cuts unless a duration is given."""

    schedule: TurnSchedule
    arm: int

    def next(self, at_ns: int) -> Window:
        """The turn that holds this time, or else the next one."""
        block = max(0, at_ns) // self.schedule.block_ns
        here = self.window(block)
        return here if at_ns < here.to_ns else self.window(block + 1)

    def window(self, block: int) -> Window:
        """Its turn in a block."""
        schedule = self.schedule
        turn = schedule.turn(self.arm, block)
        start_ns = turn * schedule.turn_ns
        return Window(turn, block, start_ns, start_ns + schedule.guard_ns, start_ns + schedule.turn_ns)

    def windows(self, duration_ns: int) -> list[Window]:
        """All turns of a phase of this duration whose measured part has begun, cut at its end."""
        begun = (each for each in self._turns(duration_ns) if each.from_ns < duration_ns)
        return [each._replace(to_ns=min(each.to_ns, duration_ns)) for each in begun]

    def line(self, arrivals: int, period_ns: int, duration_ns: int) -> ProfileLine:
        """So many arrivals in a period within its turns, and none in between, in a phase of this duration."""
        height = arrivals * _UNITS // period_ns
        parts: list[tuple[int, int]] = []
        at_ns = 0
        for turn in self._turns(duration_ns):
            parts += [(0, turn.start_ns - at_ns), (height, 0), (height, turn.to_ns - turn.start_ns), (0, 0)]
            at_ns = turn.to_ns
        return ProfileLine(0, parts)

    def _turns(self, duration_ns: int) -> Iterator[Window]:
        """Those that begin before."""
        turn = self.window(0)
        while turn.start_ns < duration_ns:
            yield turn
            turn = self.window(turn.block + 1)

    def on_ns(self, ns: int) -> int:
        """How much of so long a time it may begin operations: each block has one turn of it."""
        block = max(0, ns) // self.schedule.block_ns
        turn_ns = self.schedule.turn_ns
        return block * turn_ns + min(max(0, ns - self.window(block).start_ns), turn_ns)

    def edges(self, from_block: int, to_block: int) -> list[int]:
        """Where measured parts begin and end in some blocks, [from, to), in order."""
        windows = map(self.window, range(from_block, to_block))
        return [edge_ns for window in windows for edge_ns in (window.from_ns, window.to_ns)]
