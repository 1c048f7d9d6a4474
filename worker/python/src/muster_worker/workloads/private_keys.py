"""Keeps the keys of a cluster out of plans, under whatever name, link or copy."""

import re
from pathlib import Path

_MOST_BYTES = 1 << 16
_SECRET_KEY = re.compile(r"^\s*secret-?key\s*[=:]\s*[\"']?\S{40}", re.M | re.I)


def private_key_problem(file: Path) -> str:
    """Why no plan may name this file; "" for one that is no key, or is not there."""
    real = file.resolve()
    for folder in real.parents:
        if (folder / "cluster.pub").exists() or (folder / "cluster.key").exists():
            return f"{file} is in {folder}, a folder of keys, which no plan may name"
    try:
        with real.open("rb") as content:
            beginning = content.read(_MOST_BYTES).decode("latin-1")
    except OSError:
        return ""
    return f"{file} holds a private key, which no plan may name" if _SECRET_KEY.search(beginning) else ""
