"""Checks a coordinator from outside, because ZeroMQ does not report why a connection fails."""

import re
import socket
from typing import NamedTuple

_PATIENCE_S = 2.0
# Of ZMTP 3: 10 bytes of signature, 2 of version, 20 of mechanism, 32 of which nothing is needed.
_GREETING = 64


class ReachabilityCheck(NamedTuple):
    """`keys`: whether this side uses keys."""

    host: str
    port: int
    keys: bool

    def trouble(self) -> str:
        """One line with the cause, or "" if all that can be seen is right. Takes a few seconds at most."""
        try:
            address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0][4]
            with socket.create_connection((str(address[0]), self.port), _PATIENCE_S) as connection:
                return self._judge(_greet(connection))
        except socket.gaierror:
            return f"cannot resolve the coordinator's name {self.host}: not found in DNS or /etc/hosts"
        except ConnectionRefusedError:
            return f"nothing listens at {self} (Connection refused): is the coordinator running?"
        except TimeoutError:
            return f"{self} does not answer: the host is down, or a firewall drops packets"
        except OSError as error:
            return f"{self} cannot be reached: {error.strerror or error}"

    def _judge(self, answer: bytes) -> str:
        if len(answer) < _GREETING:
            return f"the service at {self} closes the connection: not a coordinator, or not ready yet"
        if answer[0] != 0xFF or answer[10] < 3:
            return f"the service at {self} does not speak ZeroMQ: not a coordinator"
        if (answer[12:32].rstrip(b"\0") == b"CURVE") == self.keys:
            return ""
        if self.keys:
            return f"the coordinator at {self} runs without keys, but this side uses them: start it with --keys"
        return f"the coordinator at {self} requires a key: set --keys or MUSTER_KEYS"

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def reachability_check(address: str, keys: bool) -> ReachabilityCheck:
    """`address` is such as "tcp://HOST:5557"; anything else has no host, which cannot be resolved."""
    found = re.fullmatch(r"tcp://(.+):(\d{1,5})", address)
    return ReachabilityCheck(found[1].strip("[]"), int(found[2]), keys) if found else ReachabilityCheck("", 0, keys)


def _greet(connection: socket.socket) -> bytes:
    """The peer's greeting. Ours ends before the mechanism: a peer with another one would hang up at once."""
    connection.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00")
    answer = b""
    while len(answer) < _GREETING:
        part = connection.recv(_GREETING - len(answer))
        if not part:
            break
        answer += part
    return answer
