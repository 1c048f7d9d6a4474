"""Looks through a large frame before it is decoded: how many parts and numbers it has, and that no part comes twice.

Two bytes on the wire may become a hundred in memory, so the size of a frame bounds too little."""

from typing import Any

from google.protobuf.descriptor import FieldDescriptor

# A smaller frame cannot become more than a few megabytes.
SMALL_BYTES = 16 << 10
# More than a coordinator sends to a worker: files, what is known of phases, operations to end.
MAX_PARTS = 200_000
# Indexes as runs, eight bytes each in memory.
MAX_NUMBERS = 8_000_000

_TEXTS = (FieldDescriptor.CPPTYPE_STRING,)
_NOT_LAST = bytes(range(128, 256))


class TooLarge(Exception):
    """One line: what a frame has too many of."""


class _Scan:
    def __init__(self, frame: memoryview) -> None:
        self._frame = frame
        self._parts = 0
        self._numbers = 0

    def message(self, kind: Any, at: int, end: int) -> None:
        seen = set()
        while at < end:
            tag, at = self._varint(at, end)
            field = kind.fields_by_number.get(tag >> 3)
            part = field is not None and field.message_type is not None
            if part and not field.is_repeated:
                if field.number in seen:
                    raise TooLarge(f"{kind.name}.{field.name} comes twice")
                seen.add(field.number)
            at = self._value(field, tag & 7, at, end)

    def _value(self, field: Any, wire_type: int, at: int, end: int) -> int:
        match wire_type:
            case 0:
                at = self._varint(at, end)[1]
            case 1:
                at += 8
            case 5:
                at += 4
            case 2:
                return self._delimited(field, at, end)
            case _:
                raise TooLarge("a group, which no message has")
        self._count(1, 0)
        if at > end:
            raise TooLarge("a part that is longer than the frame")
        return at

    def _delimited(self, field: Any, at: int, end: int) -> int:
        length, at = self._varint(at, end)
        part_end = at + length
        if part_end > end:
            raise TooLarge("a part that is longer than the frame")
        if field is not None and field.message_type is not None:
            self._count(1, 0)
            self.message(field.message_type, at, part_end)
        elif field is not None and field.is_repeated and field.cpp_type not in _TEXTS:
            self._count(0, len(bytes(self._frame[at:part_end]).translate(None, _NOT_LAST)))
        else:
            self._count(1, 0)
        return part_end

    def _count(self, parts: int, numbers: int) -> None:
        self._parts += parts
        self._numbers += numbers
        if self._parts > MAX_PARTS:
            raise TooLarge(f"more than {MAX_PARTS} parts")
        if self._numbers > MAX_NUMBERS:
            raise TooLarge(f"more than {MAX_NUMBERS} numbers")

    def _varint(self, at: int, end: int) -> tuple[int, int]:
        value = shift = 0
        while at < end and shift < 70:
            byte = self._frame[at]
            value |= (byte & 0x7F) << shift
            at += 1
            shift += 7
            if byte < 0x80:
                return value, at
        raise TooLarge("a number that is cut off")


def check(content: bytes, kind: Any) -> None:
    """Raises TooLarge if a message of this kind would become larger in memory than an honest one."""
    if len(content) > SMALL_BYTES:
        _Scan(memoryview(content)).message(kind, 0, len(content))
