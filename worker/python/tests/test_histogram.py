"""Our histograms against the package hdrhistogram, which only the tests use."""

import base64
import random
import struct
import zlib
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram

from muster_results import functions, histogram


def reference(values: list[int]) -> Any:
    recorded = HdrHistogram(1, histogram.HIGHEST_NS, histogram.DIGITS)
    for value in values:
        assert recorded.record_value(value)
    return recorded


def drawn(seed: int, count: int) -> list[int]:
    print(f"seed {seed}")
    draws = random.Random(seed)
    edges = [0, 1, 2047, 2048, 2049, 4095, 4096, histogram.HIGHEST_NS]
    return edges + [int(10 ** draws.uniform(0, 12.5)) for _ in range(count)]


def test_every_value_counts_in_the_bucket_of_the_reference() -> None:
    values = drawn(3, 5_000)
    counts = histogram.count(np.array(values, dtype=np.int64))
    assert counts.tolist() == list(reference(values).counts)[: histogram.LENGTH]


def test_the_reference_reads_what_we_write_and_we_read_what_it_writes() -> None:
    values = drawn(4, 2_000)
    counts = histogram.count(np.array(values, dtype=np.int64))
    read = HdrHistogram.decode(base64.b64encode(histogram.encode(counts)))
    assert list(read.counts)[: histogram.LENGTH] == counts.tolist()
    assert histogram.decode(base64.b64decode(reference(values).encode())).tolist() == counts.tolist()


@pytest.mark.parametrize(("samples", "deflated"), [(100, False), (101, True)])
def test_few_samples_are_not_deflated(samples: int, deflated: bool) -> None:
    values = drawn(5, samples - 8)
    blob = histogram.encode(histogram.count(np.array(values, dtype=np.int64)))
    # RFC 1951, 3.2.3: the type of the first block is in bits 1 and 2; 0 is stored.
    assert bool(blob[10] >> 1 & 3) is deflated
    assert int(histogram.decode(blob).sum()) == samples
    assert HdrHistogram.decode(base64.b64encode(blob)).get_total_count() == samples


def test_the_sum_of_many_is_the_reference_of_all_their_values() -> None:
    seed = random.randrange(1 << 32)
    values = drawn(seed, 6_000)
    random.Random(seed).shuffle(values)
    cuts = [0, 0, *sorted(random.Random(seed).choices(range(len(values)), k=300)), len(values), len(values)]
    parts = [histogram.count(np.array(values[a:b], dtype=np.int64)) for a, b in pairwise(cuts)]
    payloads = [histogram.payload(histogram.encode(part)) for part in parts]
    assert histogram.sum_of(payloads).tolist() == list(reference(values).counts)[: histogram.LENGTH]
    assert histogram.sum_of([]).tolist() == [0] * histogram.LENGTH


def test_hdr_merge_adds_up_beyond_what_it_keeps_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(functions._Merge, "_MOST_WAITING", 100)
    values = drawn(6, 500)
    merge = functions._Merge()
    for value in values:
        merge.step(histogram.encode(histogram.count(np.array([value], dtype=np.int64))))
        merge.step(None)
    merged = merge.finalize()
    assert merged == histogram.encode(histogram.count(np.array(values, dtype=np.int64)))


@pytest.mark.parametrize("bad", [bytes([0x82]), bytes([0x80] * 8 + [1]), bytes([0x81, 0x90, 0x04, 2])])
def test_one_bad_histogram_of_many_is_refused(bad: bytes) -> None:
    good = histogram.payload(histogram.encode(histogram.count(np.arange(3000, dtype=np.int64))))
    for payloads in ([bad], [bad, good], [good, bad], [good, bad, good]):
        with pytest.raises(histogram.BadHistogram):
            histogram.sum_of(payloads)


def test_large_counts_and_an_empty_histogram_come_back() -> None:
    counts = np.zeros(histogram.LENGTH, dtype=np.int64)
    assert not histogram.decode(histogram.encode(counts)).any()
    counts[[0, 5, histogram.LENGTH - 1]] = [1, 1 << 52, 127]
    assert (histogram.decode(histogram.encode(counts)) == counts).all()


def test_a_percentile_is_the_highest_value_at_a_rank_that_is_rounded_up() -> None:
    counts = histogram.count(np.arange(1, 301, dtype=np.int64))
    assert [histogram.percentile(counts, p) for p in (0, 50, 99, 99.01, 100)] == [1, 150, 297, 298, 300]
    assert histogram.percentile(counts * 0, 50) is None


@pytest.mark.parametrize("values", [0, 3])
def test_damaged_blobs_are_refused(values: int) -> None:
    blob = histogram.encode(histogram.count(np.arange(values, dtype=np.int64)))
    random.seed(5)
    for at in range(8):
        with pytest.raises(histogram.BadHistogram):
            histogram.decode(blob[:at] + bytes([blob[at] ^ 0xFF]) + blob[at + 1 :])
    for end in range(len(blob)):
        with pytest.raises(histogram.BadHistogram):
            histogram.decode(blob[:end])


def packed(content: bytes) -> bytes:
    deflated = zlib.compress(content)
    return struct.pack(">ii", 0x1C849314, len(deflated)) + deflated


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (struct.pack(">iiiiqqd", 0x1C849313, 0, 0, 5, 1, 1 << 60, 1.0), "another configuration"),
        (struct.pack(">iiiiqqd", 0x1C849313, 9, 0, 3, 1, histogram.HIGHEST_NS, 1.0), "length field"),
        (struct.pack(">iiiiqqd", 0x1C849313, 0, 7, 3, 1, histogram.HIGHEST_NS, 1.0), "no V2"),
        (bytes(200_000_000), "more or fewer bytes"),
    ],
)
def test_a_hostile_blob_is_refused_before_it_takes_memory(header: bytes, why: str) -> None:
    with pytest.raises(histogram.BadHistogram, match=why):
        histogram.decode(packed(header))


def test_runs_beyond_the_last_bucket_are_refused() -> None:
    payload = bytearray()
    histogram._append(payload, -histogram.LENGTH)
    histogram._append(payload, 1)
    header = struct.pack(">iiiiqqd", 0x1C849313, len(payload), 0, 3, 1, histogram.HIGHEST_NS, 1.0)
    with pytest.raises(histogram.BadHistogram, match="more buckets"):
        histogram.decode(packed(header + payload))
