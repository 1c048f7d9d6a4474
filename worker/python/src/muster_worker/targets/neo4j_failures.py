"""What failures of Neo4j and of its driver mean for an operation."""

from neo4j.exceptions import DriverError, Neo4jError

from muster_worker.targets.spi import FailureKind, OperationFailure

_LONGEST_MESSAGE = 300


def timed_out(committing: bool) -> OperationFailure:
    """No answer within operationTimeout; named as by the Java worker."""
    kind = FailureKind.UNKNOWN if committing else FailureKind.PERMANENT
    return OperationFailure(kind, "OperationTimeout", "no answer in time")


def failure(error: Exception, committing: bool) -> OperationFailure:
    """What a failure of the driver or the server means; after a commit was sent a lost answer leaves it open."""
    code = error.code if isinstance(error, Neo4jError) else None
    retryable = isinstance(error, DriverError | Neo4jError) and error.is_retryable()
    kind = FailureKind.TRANSIENT if retryable else FailureKind.PERMANENT
    if committing and (code is None or code.startswith("Neo.DatabaseError")):
        kind = FailureKind.UNKNOWN
    return OperationFailure(kind, code or type(error).__name__, line(error))


def line(error: Exception) -> str:
    """The message as one short line."""
    return " ".join(str(error).split())[:_LONGEST_MESSAGE]
