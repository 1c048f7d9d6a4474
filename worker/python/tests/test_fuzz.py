"""Whatever bytes come, a decoder answers or refuses in its own words: it raises nothing else, and memory stays bounded.

MUSTER_FUZZ_SECONDS=N goes on for N seconds a decoder."""

import json
import os
import struct
import zlib
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muster_results import histogram
from muster_worker import keys
from muster_worker.agent import worker_action, worker_event
from muster_worker.agent.worker_protocol import WorkerProtocol
from muster_worker.wire import frame
from muster_worker.wire import muster_pb2 as wire
from muster_worker.workloads import data
from muster_worker.workloads.settings import PlanError

SECONDS = float(os.environ.get("MUSTER_FUZZ_SECONDS", "0"))
GOLDEN = Path(__file__).parents[3] / "protocol/src/test/resources/golden/frames.json"
FRAMES = [bytes.fromhex(case["frame"]) for case in json.loads(GOLDEN.read_text("utf-8")) if case.get("frame")]
BODIES = [field.name for field in wire.Envelope.DESCRIPTOR.oneofs_by_name["body"].fields]


def fuzzed(strategy: st.SearchStrategy[Any], examine: Callable[[Any], None], examples: int = 100) -> None:
    """Examines many examples, or as many as there is time for."""

    examined = 0

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def run(example: Any) -> None:
        nonlocal examined
        examined += 1
        examine(example)

    end_s = monotonic() + SECONDS
    run()
    while monotonic() < end_s:
        run()
    print(f"{examined} examples")


def refusal(kind: type[Exception], read: Callable[[], object]) -> str:
    """What the decoder says against it; "" if it takes it."""
    try:
        read()
    except kind as refused:
        return str(refused) or "?"
    return ""


def damaged(samples: list[bytes]) -> st.SearchStrategy[bytes]:
    """Right bytes of which some are cut out, and others put in."""

    def damage(sample: bytes, start: int, length: int, put: bytes) -> bytes:
        at = start % (len(sample) + 1)
        return sample[:at] + put + sample[at + length :]

    parts = (st.sampled_from(samples), st.integers(0, 1 << 16), st.integers(0, 9), st.binary(max_size=20))
    return st.builds(damage, *parts)


def test_a_frame_is_an_envelope_or_refused() -> None:
    def examine(content: bytes) -> None:
        assert "\n" not in refusal(frame.MalformedFrame, lambda: frame.decode(content))

    fuzzed(st.binary(max_size=200) | st.binary(max_size=200).map(b"MU\0\1".__add__) | damaged(FRAMES), examine)


def test_a_histogram_has_counts_or_is_refused() -> None:
    header = struct.pack(">iiiiqqd", 0x1C849313, 0, 0, 3, 1, histogram.HIGHEST_NS, 1.0)

    def packed(content: bytes) -> bytes:
        inside = header[:4] + struct.pack(">i", len(content)) + header[8:] + content
        deflated = zlib.compress(inside)
        return struct.pack(">ii", 0x1C849314, len(deflated)) + deflated

    def examine(blob: bytes) -> None:
        try:
            counts = histogram.decode(blob)
        except histogram.BadHistogram:
            return
        assert counts.shape == (histogram.LENGTH,)
        assert (counts >= 0).all()
        assert sum(map(int, counts)) == int(counts.sum())

    right = [
        histogram.encode(histogram.count(np.array(values, dtype=np.int64))) for values in ([], [1], [7, 10**9, 10**12])
    ]
    fuzzed(st.binary(max_size=60) | st.binary(max_size=40).map(packed) | damaged(right), examine)


def test_a_worker_bears_whatever_a_coordinator_says() -> None:
    numbers, assignments = st.integers(0, 3), st.integers(8, 10)

    def said(body: str, number: int, confirmed: int, assignment: int, session: int) -> wire.Envelope:
        envelope = wire.Envelope(epoch=3, session=session, number=number, confirmed=confirmed)
        getattr(envelope, body).SetInParent()
        if "assignment" in getattr(envelope, body).DESCRIPTOR.fields_by_name:
            getattr(envelope, body).assignment = assignment
        return envelope

    envelopes = st.builds(said, st.sampled_from(BODIES), numbers, numbers, assignments, st.sampled_from([4, 4, 4, 5]))
    own = [
        worker_event.Tick(wire.Resources()),
        worker_event.Prepared(9, {}, wire.Resources()),
        worker_event.Broken(9, "fault", "x"),
        worker_event.Wanted(9, 0, 3, 1.0),
        worker_event.Recorded(9, wire.Snapshot()),
        worker_event.Unstarted(9, [wire.Coverage(lease=1, runs=[0, 1])]),
        worker_event.ConcurrencyApplied(9, 0, 1),
        worker_event.Drained(9),
        worker_event.Leave("stop requested"),
    ]
    events = st.lists(envelopes.map(worker_event.Received) | st.sampled_from(own), max_size=40)

    def examine(story: list[worker_event.Event]) -> None:
        nonces = count(1)
        worker = WorkerProtocol(wire.Hello(name="w"), lambda: next(nonces))
        worker.on(worker_event.Received(wire.Envelope(epoch=3, session=4, welcome=wire.Welcome(nonce=1, attempt=1))), 1)
        for step, event in enumerate(story):
            for action in worker.on(event, step * 300_000_000):
                assert isinstance(action, worker_action.Action)

    fuzzed(events, examine)


def test_a_data_file_is_a_graph_or_a_log_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "data"
    zipped = zlib.compressobj(wbits=31)
    lines = [b"a\tb\nb\tc\n", b"1 2\n2 3\n", b"0\tA\ta\tb\n1\tU\ta\n", zipped.compress(b"a\tb\n") + zipped.flush()]

    def examine(content: bytes) -> None:
        file.write_bytes(content)
        for read in (lambda: data.read_graph("data", "edges", lambda name: file), lambda: data.read_log(file)):
            assert refusal(PlanError, read) == "" or "data" in refusal(PlanError, read)

    fuzzed(st.binary(max_size=60) | damaged(lines), examine)


def test_a_key_file_is_right_or_refused(tmp_path: Path) -> None:
    (tmp_path / "workers").mkdir()
    own, cluster = tmp_path / "workers/w.key", tmp_path / "cluster.pub"
    right = b'curve\n    public-key = "' + b"x" * 40 + b'"\n    secret-key = "' + b"y" * 40 + b'"\n'
    own.touch(0o600)

    def examine(content: bytes) -> None:
        own.write_bytes(content)
        cluster.write_bytes(content)
        assert "y" * 40 not in refusal(keys.KeyFault, lambda: keys.read_keys(tmp_path, "w"))

    fuzzed(st.binary(max_size=60) | damaged([right, right.replace(b"x", "é".encode())]), examine)
