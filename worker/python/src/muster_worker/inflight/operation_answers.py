"""Combines what the engine processes of one worker answer about operations in flight."""

from muster_worker.wire import muster_pb2 as wire

_MOST_WAITING = 64


class OperationAnswers:
    """One thread uses it."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._waiting: dict[int, tuple[int, list[wire.Envelope]]] = {}

    def asked(self, envelope: wire.Envelope) -> None:
        """All processes were asked this."""
        if len(self._waiting) >= _MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        listing = envelope.list_operations
        most = listing.most if envelope.HasField("list_operations") else 0
        self._waiting[_request(envelope)] = (max(1, most), [])

    def answered(self, answer: wire.Envelope) -> wire.Envelope | None:
        """The answer of the worker, once all processes have answered."""
        most, answers = self._waiting.get(_request(answer), (0, []))
        answers.append(answer)
        if most == 0 or len(answers) < self._processes:
            return None
        del self._waiting[_request(answer)]
        return _listed(answers, most) if answer.HasField("operations_in_flight") else _aborted(answers)


def _request(envelope: wire.Envelope) -> int:
    body = getattr(envelope, envelope.WhichOneof("body") or "")
    request: int = body.request
    return request


def _listed(answers: list[wire.Envelope], most: int) -> wire.Envelope:
    told = [answer.operations_in_flight for answer in answers]
    oldest = sorted((one for each in told for one in each.operations), key=lambda one: -one.age_ns)
    return wire.Envelope(
        operations_in_flight=wire.OperationsInFlight(
            request=told[0].request,
            operations=oldest[:most],
            omitted=sum(each.omitted for each in told) + max(0, len(oldest) - most),
        )
    )


def _aborted(answers: list[wire.Envelope]) -> wire.Envelope:
    """A process that has not got an operation says that it has ended; the one that has got it knows better."""
    told = [answer.operations_aborted for answer in answers]
    by_id: dict[tuple[int, int], wire.AbortedOperation] = {}
    for one in (one for each in told for one in each.operations):
        key = (one.id.assignment, one.id.index)
        if key not in by_id or one.name:
            by_id[key] = one
    ended = wire.OperationsAborted(request=told[0].request, operations=by_id.values())
    return wire.Envelope(operations_aborted=ended)
