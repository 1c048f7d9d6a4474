"""The largest value of this second and the one before."""

from muster_worker.recent_maximum import RecentMaximum

S = 1_000_000_000


def test_it_is_that_of_this_second_and_the_one_before_however_often_it_is_asked() -> None:
    maximum = RecentMaximum()
    for now_ns, value in [(10 * S, 7), (10 * S + 1, 9), (10 * S + 2, 8)]:
        maximum.record(now_ns, value)
    assert maximum.at(11 * S - 1) == 9
    maximum.record(11 * S, 3)
    assert [maximum.at(at) for at in (11 * S, 12 * S - 1, 12 * S, 13 * S)] == [9, 9, 3, 0]


def test_a_thread_that_read_the_clock_and_then_waited_takes_nothing_away() -> None:
    maximum = RecentMaximum()
    maximum.record(10 * S, 7)
    assert maximum.at(11 * S) == 7
    maximum.record(11 * S - 1, 5)
    assert [maximum.at(at) for at in (11 * S, 12 * S)] == [7, 5]


def test_a_second_without_a_value_ends_what_was_before() -> None:
    maximum = RecentMaximum()
    maximum.record(10 * S, 7)
    assert maximum.at(12 * S) == 0
