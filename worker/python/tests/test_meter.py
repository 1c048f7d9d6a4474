"""What a process says of what it used and lacked."""

from pathlib import Path
from threading import Event, Thread
from time import monotonic_ns, sleep

from muster_worker.canary import Canary
from muster_worker.engine.clock import NEVER
from muster_worker.meter import ProcessMeter, Usage, quota_cores, throttled_ns, total, worst
from muster_worker.phase_window import PhaseWindow

MS = 1_000_000


def canary() -> tuple[Canary, int]:
    """One, and when it is due for the first time."""
    made = Canary()
    return made, made._next_ns


def test_after_a_stall_all_that_were_due_in_it_are_late_each_by_its_own_delay() -> None:
    late, due_ns = canary()
    late.wake(due_ns + 35 * MS)
    read = late.read(due_ns + 35 * MS)
    assert (read.samples, read.late_ns) == (4, (35 + 25 + 15 + 5) * MS)
    assert (read.over_1ms, read.over_10ms, read.over_100ms) == (4, 3, 0)
    assert (read.hiccup_ns, read.hiccup_max_ns) == (35 * MS, 35 * MS)
    late.wake(due_ns + 40 * MS)
    assert late.read(due_ns + 40 * MS) == read._replace(samples=5)
    assert late.read(due_ns + 3_000 * MS).hiccup_max_ns == 0


def test_one_that_has_not_run_is_late_by_the_time_it_has_waited() -> None:
    late, due_ns = canary()
    assert late.read(due_ns - 1).samples == 0
    assert late.read(due_ns + 15 * MS).late_ns == 20 * MS
    assert late.read(due_ns + 25 * MS).late_ns == 45 * MS
    late.wake(due_ns + 25 * MS)
    assert late.read(due_ns + 25 * MS).late_ns == 45 * MS


def test_wakes_below_20_ms_are_no_hiccup() -> None:
    late, due_ns = canary()
    late.wake(due_ns + 20 * MS)
    assert late.read(due_ns + 20 * MS).hiccup_ns == 0


def test_threads_that_hold_the_interpreter_make_the_canary_late() -> None:
    meter = ProcessMeter()
    stop = Event()

    def hog() -> None:
        while not stop.is_set():
            sum(i * i for i in range(1_000))

    hogs = [Thread(target=hog) for _ in range(16)]
    before = meter.read()
    for thread in hogs:
        thread.start()
    end_ns = monotonic_ns() + 10**9
    while monotonic_ns() < end_ns:
        sleep(0.05)
    used = meter.read().since(before)
    stop.set()
    for thread in hogs:
        thread.join()
    assert used.canary_samples >= 90
    assert used.canary_late_ns / used.canary_samples > 5 * MS
    assert used.canary_over_1ms > used.canary_samples // 2
    assert 0.9 <= used.cpu_allowed_ns / used.read_at_ns <= 1.0


def test_of_several_processes_each_figure_is_of_the_one_that_lacked_most() -> None:
    busy = Usage(cpu_ns=98, cpu_allowed_ns=100, canary_late_ns=5, canary_samples=10, run_queue_wait_ns=3)
    late = Usage(cpu_ns=10, cpu_allowed_ns=100, canary_late_ns=90, canary_samples=9, hiccup_ns=7, run_queue_wait_ns=4)
    for processes in ([busy, late], [late, busy], [late, Usage(), Usage(), busy]):
        assert worst(processes) == Usage(
            cpu_ns=98, cpu_allowed_ns=100, canary_late_ns=90, canary_samples=9, hiccup_ns=7, run_queue_wait_ns=7
        )


def test_sums_of_several_processes_count_the_machine_once() -> None:
    one, other = Usage(cpu_ns=2, hiccup_ns=5, steal_ns=7), Usage(cpu_ns=3, hiccup_ns=4, steal_ns=7)
    assert total([one, other]) == Usage(cpu_ns=5, hiccup_ns=5, steal_ns=7)


def test_a_quota_is_read_in_both_versions_of_control_groups(tmp_path: Path) -> None:
    (tmp_path / "g/x").mkdir(parents=True)
    (tmp_path / "g/x/cpu.stat").write_text("nr_throttled 3\nthrottled_usec 7\n")
    (tmp_path / "g/x/cpu.max").write_text("max 100000\n")
    (tmp_path / "g/cpu.max").write_text("50000 100000\n")
    groups = tmp_path / "cgroup"
    groups.write_text("0::/g/x\n")
    assert throttled_ns(groups, tmp_path) == 7_000
    assert quota_cores(groups, tmp_path) == 0.5
    (tmp_path / "cpu,cpuacct/y").mkdir(parents=True)
    (tmp_path / "cpu,cpuacct/y/cpu.cfs_quota_us").write_text("150000\n")
    (tmp_path / "cpu,cpuacct/y/cpu.cfs_period_us").write_text("100000\n")
    (tmp_path / "cpu,cpuacct/cpu.cfs_quota_us").write_text("-1\n")
    groups.write_text("3:cpu,cpuacct:/y\n")
    assert quota_cores(groups, tmp_path) == 1.5
    assert quota_cores(tmp_path / "none", tmp_path) == float("inf")


def await_cpu(window: PhaseWindow, cpu_ns: int) -> None:
    until_ns = monotonic_ns() + 30 * 10**9
    while window.until(Usage(cpu_ns=100)).cpu_ns != cpu_ns:
        assert monotonic_ns() < until_ns
        sleep(0.001)


def test_a_window_ends_with_the_phase_and_not_with_the_drain() -> None:
    readings = iter([Usage(cpu_ns=4), Usage(cpu_ns=10), Usage(cpu_ns=30)])
    now_ns = monotonic_ns()
    window = PhaseWindow(lambda: next(readings), now_ns, now_ns + 50 * MS)
    await_cpu(window, 20)
    assert window.until(Usage(cpu_ns=200)).cpu_ns == 20


def test_a_window_without_an_end_continues_and_one_without_a_phase_is_empty() -> None:
    readings = iter([Usage(cpu_ns=4), Usage(cpu_ns=10)])
    window = PhaseWindow(lambda: next(readings), monotonic_ns(), NEVER)
    await_cpu(window, 90)
    assert window.until(Usage(cpu_ns=200)).cpu_ns == 190
    assert PhaseWindow().until(Usage(cpu_ns=100)) == Usage()


def test_a_reading_that_the_start_has_overtaken_adds_nothing_rather_than_less() -> None:
    window = PhaseWindow(lambda: Usage(read_at_ns=20, cpu_ns=50), NEVER)
    assert window.until(Usage(read_at_ns=10, cpu_ns=40)) == Usage()
    later = window.until(Usage(read_at_ns=30, cpu_ns=70, run_queue_wait_ns=0))
    assert (later.read_at_ns, later.cpu_ns) == (10, 20)


def test_a_sum_that_ran_backwards_adds_nothing() -> None:
    assert Usage(steal_ns=5).since(Usage(steal_ns=9)).steal_ns == 0


def test_a_phase_that_is_over_before_its_start_was_read_is_judged_from_when_it_was_announced() -> None:
    window = PhaseWindow(lambda: Usage(cpu_ns=4), monotonic_ns() + 10**12, NEVER)
    assert window.until(Usage(cpu_ns=100)).cpu_ns == 96
    window.close()
