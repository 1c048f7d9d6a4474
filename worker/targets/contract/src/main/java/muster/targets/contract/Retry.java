package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import muster.workloads.operation.Operation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Session;

/** Executes until it succeeds, as the engine does: transient failures are tried again. */
public final class Retry {
    private static final Duration MAX = Duration.ofSeconds(30);
    private static final long PAUSE_NS = 10_000_000;

    private Retry() {}

    public static RecordingProbe untilDone(Session session, Operation operation) throws OperationFailure {
        for (Instant end = Instant.now().plus(MAX); ; LockSupport.parkNanos(PAUSE_NS)) {
            try {
                return RecordingProbe.execute(session, operation);
            } catch (OperationFailure failure) {
                assertThat(failure.kind())
                        .as(failure.errorClass() + ": " + failure.getMessage())
                        .isEqualTo(Kind.TRANSIENT);
                assertThat(Instant.now()).as(failure.getMessage()).isBefore(end);
            }
        }
    }
}
