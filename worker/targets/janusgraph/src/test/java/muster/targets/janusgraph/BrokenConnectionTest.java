package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections that are cut or go silent in each part of a transaction. */
class BrokenConnectionTest {
    private Cutter cutter;
    private JanusGraphTarget target;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        cutter = new Cutter(TestServer.port());
        target = TestServer.open("stou", "target.uri=ws://127.0.0.1:" + cutter.port() + "/gremlin", "target.operationTimeout=3s");
        target.reset("test");
        session = target.session(Depth.EXECUTE);
        session.execute(Transaction.of(new AddUser(0)), Probe.NONE);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        target.close();
        cutter.close();
    }

    @Test
    void aConnectionThatWasCutWhileIdleIsReplacedAndNothingIsLost() throws Exception {
        cutter.cutAll();
        retried(new AddUser(1));
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void anAnswerThatWasLostLeavesAWriteUnknownAndTheNextAttemptFindsItDone() throws Exception {
        cutter.cutWhenServerSends(bytes -> true);
        OperationFailure failure = failure(new AddUser(1));
        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        RecordingProbe probe = retried(new AddUser(1));
        assertThat(probe.outcome(0).name()).as("it had been committed").isEqualTo("duplicate");
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void aReadWhoseAnswerWasLostMayBeTriedAgain() throws Exception {
        cutter.cutWhenServerSends(bytes -> true);
        assertThat(failure(new Feed(0, 15)).kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(retried(new Feed(0, 15)).feeds.get(0)).isEmpty();
    }

    @Test
    void aSilentServerCostsNoMoreThanTheOperationTimeoutAndTheSessionRecovers() throws Exception {
        cutter.silence(true);
        Instant start = Instant.now();
        OperationFailure failure = failure(new AddUser(1));
        assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(8));
        assertThat(failure.errorClass()).isEqualTo("OperationTimeout");
        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        cutter.silence(false);
        retried(new AddUser(2));
        assertThat(TestServer.count("g.V().has('userId', 2L).count()")).isEqualTo(1);
    }

    @Test
    void anInterruptedClientEndsAtOnceAndStaysInterrupted() {
        cutter.silence(true);
        Thread.currentThread().interrupt();
        OperationFailure failure = failure(new AddUser(1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.errorClass()).isEqualTo("InterruptedException");
    }

    /** The driver may notice only with its next use that a connection was cut. */
    private RecordingProbe retried(Operation operation) throws OperationFailure {
        for (int attempt = 1; ; attempt++) {
            RecordingProbe probe = new RecordingProbe();
            try {
                session.execute(Transaction.of(operation), probe);
                return probe;
            } catch (OperationFailure failure) {
                assertThat(failure.kind()).as(failure.toString()).isNotEqualTo(Kind.PERMANENT);
                assertThat(attempt).isLessThan(5);
            }
        }
    }

    private OperationFailure failure(Operation operation) {
        return catchThrowableOfType(
                OperationFailure.class, () -> session.execute(Transaction.of(operation), Probe.NONE));
    }

    private static long users() {
        return TestServer.count("g.V().hasLabel('User').count()");
    }
}
