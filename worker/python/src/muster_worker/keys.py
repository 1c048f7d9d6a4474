"""Which CURVE keys a worker uses: a folder as `./muster keys new` makes it, with cluster.pub and workers/NAME.key."""

import os
import re
import stat
from pathlib import Path
from typing import Any, NamedTuple

import zmq

_LARGEST = 1 << 16
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class KeyFault(Exception):
    """Keys that cannot be used; one line with the file and the cure."""


class WorkerKeys(NamedTuple):
    """The worker's name, the key that the coordinator must prove to have, and the worker's own pair; Z85."""

    name: str
    coordinator: bytes
    public: bytes
    secret: bytes

    def apply_to(self, socket: "zmq.Socket[Any]") -> None:
        """Before the socket connects."""
        socket.curve_serverkey, socket.curve_publickey, socket.curve_secretkey = self[1:]


def read_keys(folder: Path, name: str) -> WorkerKeys:
    """What a worker's host holds; `name` "" is the only worker whose secret is there. Raises KeyFault."""
    workers = folder / "workers"
    if name and not _NAME.fullmatch(name):
        raise KeyFault(f"'{name}' cannot name a key: letters, digits, . - and _ can")
    secrets = [workers / f"{name}.key"] if name else sorted(workers.glob("*.key"))
    if len(secrets) != 1:
        raise KeyFault(f"{workers}: {len(secrets)} secret keys, so it is not clear which to use; choose with --name")
    own = secrets[0]
    _refuse_others(own)
    coordinator = _key("public-key", folder / "cluster.pub")
    return WorkerKeys(own.stem, coordinator, _key("public-key", own), _key("secret-key", own))


def _refuse_others(file: Path) -> None:
    """As ssh does: a secret that others can read is none; but Kubernetes lends root's file to a group."""
    if not file.exists():
        return
    found = file.stat()
    lent = stat.S_IRGRP if found.st_uid == 0 and os.geteuid() != 0 else 0
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO) & ~lent:
        raise KeyFault(f"{file}: others can read or change this secret key; chmod 600 {file}")


def _key(kind: str, file: Path) -> bytes:
    try:
        text = file.read_text("utf-8", "replace") if file.stat().st_size <= _LARGEST else ""
    except OSError:
        raise KeyFault(f"{file}: no such key file, or not readable; make it with ./muster keys new") from None
    found = re.search(rf'^\s*{kind}\s*=\s*"([!-~]{{40}})"\s*$', text, re.M)
    if not found:
        raise KeyFault(f"{file}: not a key file; make one with ./muster keys new")
    return found[1].encode("ascii")
