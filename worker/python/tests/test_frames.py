"""The golden frames of protocol/, generated code and the schema's history."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from muster_worker.wire import frame
from muster_worker.wire import muster_pb2 as wire

CHECKOUT = Path(__file__).parents[3]
PROTO = CHECKOUT / "protocol/src/main/proto/muster/v1/muster.proto"
FRAMES = CHECKOUT / "protocol/src/test/resources/golden/frames.json"


def flat(message: Message, path: str = "") -> list[str]:
    """What a message holds, as texts such as "lease.first=7"."""
    texts: list[str] = []
    for field, value in message.ListFields():
        name = path + field.name
        if field.message_type and field.message_type.GetOptions().map_entry:
            for number, (key, each) in enumerate(value.items()):
                texts += [f"{name}[{number}].key={key}", f"{name}[{number}].value={each}"]
        elif field.is_repeated:
            for number, each in enumerate(value):
                texts += of(f"{name}[{number}]", each)
        else:
            texts += of(name, value)
    return texts


def of(path: str, value: Any) -> list[str]:
    if isinstance(value, Message):
        return flat(value, path + ".")
    if isinstance(value, bool):
        return [f"{path}={str(value).lower()}"]
    return [f"{path}={value.hex() if isinstance(value, bytes) else value}"]


@pytest.mark.parametrize("case", json.loads(FRAMES.read_text()), ids=lambda case: case["name"])
def test_every_frame_is_read_or_refused_as_the_golden_one(case: dict[str, Any]) -> None:
    content = bytes.fromhex(case["frame"])
    content += bytes(case.get("bytes", len(content)) - len(content))
    if "refused" in case:
        with pytest.raises(frame.MalformedFrame) as refused:
            frame.decode(content)
        assert str(refused.value).startswith(case["refused"])
        return
    envelope = frame.decode(content)
    assert (envelope.WhichOneof("body") or "") == case["body"]
    assert flat(envelope) == case["fields"]
    assert frame.decode(frame.encode(envelope)) == envelope


def test_what_no_peer_would_accept_is_not_sent() -> None:
    with pytest.raises(ValueError, match="file_chunk"):
        frame.encode(wire.Envelope(file_chunk=wire.FileChunk(content=bytes(frame.MAX_BYTES))))


def protoc() -> Path:
    version = re.search(r"<protobuf.version>([^<]+)<", (CHECKOUT / "pom.xml").read_text())
    assert version
    repository = Path(os.environ.get("MUSTER_MAVEN_REPOSITORY", Path.home() / ".m2/repository"))
    found = sorted((repository / "com/google/protobuf/protoc" / version[1]).glob("*.exe"))
    if not found:
        pytest.skip(f"no protoc {version[1]} in {repository}: the Java build fetches it")
    return found[0]


def test_the_generated_code_is_what_protoc_makes_of_the_schema(tmp_path: Path) -> None:
    program = tmp_path / "protoc"
    shutil.copy(protoc(), program)
    program.chmod(0o755)
    outputs = [f"--python_out={tmp_path}", f"--pyi_out={tmp_path}"]
    subprocess.run([program, f"-I{PROTO.parent}", *outputs, PROTO.name], check=True, timeout=300)
    own = Path(wire.__file__).parent
    for name in ("muster_pb2.py", "muster_pb2.pyi"):
        assert (own / name).read_text() == (tmp_path / name).read_text(), f"{name}: generate it again"


@pytest.mark.parametrize("commit", ["HEAD", "HEAD~1"])
def test_the_schema_breaks_nothing_of_an_earlier_commit(commit: str, tmp_path: Path) -> None:
    buf = shutil.which("buf")
    if not buf:
        pytest.skip("no buf on the path: it comes with requirements-dev.txt")
    before = tmp_path / "before/muster/v1"
    before.mkdir(parents=True)
    path = PROTO.relative_to(CHECKOUT)
    shown = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=CHECKOUT, capture_output=True, timeout=300)
    if shown.returncode:
        pytest.skip(f"git has no {commit} here, as in a clone of depth 1")
    (before / "muster.proto").write_bytes(shown.stdout)
    breaking = breaks(buf, PROTO.parents[2], tmp_path / "before")
    assert breaking.returncode == 0, breaking.stdout


def breaks(buf: str, now: Path, before: Path) -> "subprocess.CompletedProcess[str]":
    config = '{"version":"v1","breaking":{"use":["WIRE"]}}'
    command = [buf, "breaking", str(now), "--against", str(before), "--config", config, "--against-config", config]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def test_a_number_with_another_type_would_be_found(tmp_path: Path) -> None:
    buf = shutil.which("buf")
    if not buf:
        pytest.skip("no buf on the path: it comes with requirements-dev.txt")
    after = tmp_path / "after/muster/v1"
    after.mkdir(parents=True)
    changed = PROTO.read_text().replace("fixed64 nonce = 2;", "string nonce = 2;")
    (after / "muster.proto").write_text(changed)
    found = breaks(buf, tmp_path / "after", PROTO.parents[2])
    assert found.returncode != 0
    assert "nonce" in found.stdout


def _bomb(entries: int) -> bytes:
    """Task.known, so many times without content: two bytes each."""
    known = bytes([6 << 3 | 2, 0]) * entries
    return b"MU\x00\x01" + bytes([27 << 3 & 0x7F | 0x80 | 2, 27 >> 4]) + _varint(len(known)) + known


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def test_a_list_of_more_parts_than_a_coordinator_sends_is_refused_before_it_is_decoded() -> None:
    assert len(frame.decode(_bomb(100_000)).task.known) == 100_000
    with pytest.raises(frame.MalformedFrame, match="more than 200000 parts"):
        frame.decode(_bomb(4_000_000))


def test_numbers_are_bounded_and_a_part_comes_once() -> None:
    known = wire.PhaseKnown(executed=[1] * 9_000_000)
    with pytest.raises(frame.MalformedFrame, match="more than 8000000 numbers"):
        frame.decode(frame.encode(wire.Envelope(task=wire.Task(known=[known]))))
    once = frame.encode(wire.Envelope(task=wire.Task(plan="x" * 20_000)))
    with pytest.raises(frame.MalformedFrame, match=r"Envelope\.task comes twice"):
        frame.decode(once + once[4:])
