"""What a request without an answer means for an operation."""

import socket
import ssl
from http.client import HTTPException, IncompleteRead, RemoteDisconnected

from muster_worker.targets.spi import FailureKind, OperationFailure


def error_kind(error: Exception) -> str:
    """The outcomes of the Java worker's ErrorKind."""
    kinds: list[tuple[type[Exception] | tuple[type[Exception], ...], str]] = [
        (TimeoutError, "Timeout"),
        (socket.gaierror, "UnknownHost"),
        (ConnectionRefusedError, "ConnectionRefused"),
        (ssl.SSLCertVerificationError, "BadCertificate"),
        (ssl.SSLError, "TlsFailed"),
        ((RemoteDisconnected, IncompleteRead), "ConnectionClosed"),
        ((ConnectionResetError, BrokenPipeError), "ConnectionReset"),
        (HTTPException, "BadResponse"),
    ]
    return next((name for kind, name in kinds if isinstance(error, kind)), "ConnectFailed")


def failure(error: Exception, maybe_done: bool) -> OperationFailure:
    """What changes something may have done so once it was sent; after a time-out no time is left to try again."""
    final = isinstance(error, TimeoutError | ssl.SSLError)
    kind = FailureKind.UNKNOWN if maybe_done else FailureKind.PERMANENT if final else FailureKind.TRANSIENT
    return OperationFailure(kind, error_kind(error), str(error) or type(error).__name__)
