"""JSON in the form in which Java workers write it (Json.write), so that both send the same bytes."""

from collections.abc import Mapping
from decimal import Decimal
from unicodedata import category

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_LETTERS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")


def json_text(value: object) -> str:
    """Of maps, lists, texts, numbers, truth values and None."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return decimal(value)
        case Mapping():
            return "{" + ", ".join(f"{_quoted(str(key))}: {json_text(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(json_text, value)) + "]"
        case _:
            return _quoted(str(value))


def decimal(value: float) -> str:
    """Always with a point and without an exponent."""
    if value == 0:
        return repr(value)
    plain = format(Decimal(repr(value)), "f")
    return plain if "." in plain else plain + ".0"


def _quoted(text: str) -> str:
    return '"' + "".join(map(_character, text)) + '"'


def _character(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if " " <= letter <= "~" or (letter <= "\uffff" and category(letter) in _LETTERS):
        return letter
    units = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
