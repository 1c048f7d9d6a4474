"""What threads waited for a core is known after they have ended, as clients do with their phase."""

import os
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from time import monotonic_ns, sleep

import pytest

from muster_worker import run_queue_wait
from muster_worker.run_queue_wait import RunQueueWait, waited_ns


def waited(threads: Path, number: str, ns: int) -> None:
    (threads / number).mkdir(exist_ok=True)
    (threads / number / "schedstat").write_text(f"900 {ns} 3\n")


def test_one_that_has_ended_counts_as_it_was_read_last(tmp_path: Path) -> None:
    waited(tmp_path, "11", 500)
    waited(tmp_path, "12", 40)
    waits = RunQueueWait(tmp_path)
    assert waits.read_ns() == 540
    (tmp_path / "11" / "schedstat").unlink()
    waited(tmp_path, "12", 60)
    assert waits.read_ns() == 560
    (tmp_path / "11").rmdir()
    waited(tmp_path, "13", 3)
    assert [waits.read_ns(), waits.read_ns()] == [563, 563]


def test_another_that_is_given_the_number_of_one_that_ended_adds_to_it(tmp_path: Path) -> None:
    waits = RunQueueWait(tmp_path)
    for ns, sum_ns in ((500, 500), (7, 507), (9, 509)):
        waited(tmp_path, "11", ns)
        assert waits.read_ns() == sum_ns


def test_thousands_that_ended_are_forgotten_but_not_their_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_queue_wait, "_MOST_THREADS", 3)
    waits = RunQueueWait(tmp_path)
    for number in range(8):
        waited(tmp_path, str(number), 2)
        waits.read_ns()
        (tmp_path / str(number) / "schedstat").unlink()
    assert waits.read_ns() == 16
    assert len(waits._known) <= 3


def test_a_thread_that_shared_its_core_is_not_forgotten_when_it_ends() -> None:
    core = min(os.sched_getaffinity(0))
    rival = subprocess.Popen(
        [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{core}}})\nwhile True: pass"]
    )
    try:
        waits, stop = RunQueueWait(), Event()
        thread = Thread(target=_work_on, args=(core, stop), daemon=True)
        thread.start()
        deadline_ns = monotonic_ns() + 60 * 10**9
        while (waited_ns(Path(f"/proc/self/task/{thread.native_id}")) or 0) < 50_000_000:
            assert monotonic_ns() < deadline_ns, "it did not wait for its core"
            sleep(0.001)
        lived_ns = waits.read_ns()
        stop.set()
        thread.join()
        assert waits.read_ns() >= lived_ns
    finally:
        rival.kill()
        rival.wait()


def _work_on(core: int, stop: Event) -> None:
    os.sched_setaffinity(0, {core})
    while not stop.is_set():
        sum(i * i for i in range(1_000))
