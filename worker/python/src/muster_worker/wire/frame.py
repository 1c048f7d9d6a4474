"""The one frame of the wire: 'M' 'U', the protocol version (unsigned 16 bit, big-endian), one Envelope."""

from google.protobuf.message import DecodeError

from muster_worker.wire import muster_pb2 as wire
from muster_worker.wire import wire_bounds

VERSION = 1
MAX_BYTES = 16 << 20
_HEADER_BYTES = 4


class MalformedFrame(Exception):
    """A frame that is not a message of this protocol version; one line for the log."""


class OtherVersion(MalformedFrame):
    """A Muster peer of another protocol version."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"the peer speaks protocol version {version}, this side speaks {VERSION}: "
            "use the same release of Muster on both"
        )


def encode(envelope: wire.Envelope) -> bytes:
    """Raises ValueError if it would be larger than a peer accepts."""
    content: bytes = envelope.SerializeToString()
    if len(content) > MAX_BYTES - _HEADER_BYTES:
        raise ValueError(f"a {envelope.WhichOneof('body')} of {len(content)} bytes is larger than a frame may be")
    return b"MU" + VERSION.to_bytes(2, "big") + content


def decode(frame: bytes) -> wire.Envelope:
    """Checks size, version and the size that it will have in memory, then parses; raises MalformedFrame."""
    if not _HEADER_BYTES <= len(frame) <= MAX_BYTES:
        raise MalformedFrame(f"a frame of {len(frame)} bytes; {_HEADER_BYTES} to {MAX_BYTES} are legal")
    if frame[:2] != b"MU":
        raise MalformedFrame("the frame does not start with 'MU': not a Muster peer")
    version = int.from_bytes(frame[2:4], "big")
    if version != VERSION:
        raise OtherVersion(version)
    content = frame[_HEADER_BYTES:]
    try:
        wire_bounds.check(content, wire.Envelope.DESCRIPTOR)
        return wire.Envelope.FromString(content)
    except wire_bounds.TooLarge as error:
        raise MalformedFrame(f"the envelope has {error}") from error
    except DecodeError as error:
        raise MalformedFrame(f"not an envelope: {error}") from error
