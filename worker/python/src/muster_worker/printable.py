"""Text of somebody else, made safe for a terminal: what it would obey, or what turns text around, becomes visible."""

import re
import unicodedata

_BLANKS = re.compile(r"[\t\n\r]+")
_UNSAFE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_LONGEST = 4_000


def printable(text: str) -> str:
    """One line of at most 4,000 characters."""
    line = _BLANKS.sub(" ", text[:_LONGEST])
    return "".join(map(_visible, line))


def _visible(character: str) -> str:
    return f"\\u{ord(character):04x}" if unicodedata.category(character) in _UNSAFE else character
