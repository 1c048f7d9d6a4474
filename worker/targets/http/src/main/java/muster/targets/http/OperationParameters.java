package muster.targets.http;

import java.util.List;
import java.util.function.UnaryOperator;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;

/** The values of an operation that a request may hold. */
final class OperationParameters {
    /** What may stand in braces. */
    static final List<String> NAMES = List.of("index");

    private OperationParameters() {}

    /** "index": the number of the operation within its phase; a hash of the operation where a workload has no number. */
    static UnaryOperator<String> of(Operation operation) {
        long index = operation instanceof NoopOperation noop ? noop.index() : operation.digest();
        return name -> Long.toUnsignedString(index);
    }
}
