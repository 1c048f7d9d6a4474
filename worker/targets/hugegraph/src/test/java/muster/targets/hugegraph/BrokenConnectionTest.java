package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import muster.workloads.GraphityOperation.AddUser;
import muster.workloads.GraphityOperation.Feed;
import muster.workloads.InsertOperation.InsertVertices;
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
    private HugeGraphTarget target;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        cutter = new Cutter(TestServer.port());
        target = TestServer.open("stou", "target.uri=http://127.0.0.1:" + cutter.port(), "target.operationTimeout=3s");
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

    /** Whether the request reached the server cannot be told, since HTTP has no begin. */
    @Test
    void aConnectionThatWasCutWhileIdleIsNoPermanentFailureAndTheNextAttemptSucceeds() throws Exception {
        cutter.cutAll();
        retried(new AddUser(1));
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void aWriteWhoseAnswerWasLostIsUnknownAndFoundByTheNextAttempt() throws Exception {
        cutter.cutWhenServerSends(contains("HTTP/1.1 200"));
        OperationFailure failure = failure(new AddUser(1));
        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        RecordingProbe probe = retried(new AddUser(1));
        assertThat(probe.outcome(0).name()).as("it had been committed").isEqualTo("duplicate");
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void aReadWhoseAnswerWasLostIsTransient() throws Exception {
        cutter.cutWhenServerSends(contains("HTTP/1.1 200"));
        assertThat(failure(new Feed(0, 15)).kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(retried(new Feed(0, 15)).outcomes).isEmpty();
    }

    @Test
    void aBatchWhoseSecondRequestIsLostIsUnknownAndWholeAfterTheNextAttempt() throws Exception {
        long[] ids = LongStream.range(0, 700).toArray();
        String[] names = LongStream.of(ids).mapToObj(id -> "name").toArray(String[]::new);
        AtomicInteger answers = new AtomicInteger();
        // Its first request asks whether it is there, the second and the third insert.
        cutter.cutWhenServerSends(bytes -> contains("HTTP/1.1").test(bytes) && answers.incrementAndGet() == 3);
        assertThat(failure(new InsertVertices(ids, names)).kind()).isEqualTo(Kind.UNKNOWN);
        retried(new InsertVertices(ids, names));
        assertThat(TestServer.count("g.V().count().next()")).as("with a user and the mark").isEqualTo(702);
    }

    @Test
    void aSilentServerCostsNoMoreThanTheOperationTimeoutAndTheSessionRecovers() throws Exception {
        cutter.silence(true);
        Instant start = Instant.now();
        OperationFailure failure = failure(new AddUser(1));
        assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(8));
        assertThat(failure.errorClass()).isEqualTo("OperationTimeout");
        assertThat(failure.kind()).as("the request may have got there").isEqualTo(Kind.UNKNOWN);
        assertThat(failure(new Feed(0, 1)).kind()).isEqualTo(Kind.PERMANENT);
        cutter.silence(false);
        retried(new AddUser(2));
        assertThat(TestServer.count("g.V('u2').count().next()")).isEqualTo(1);
    }

    @Test
    void anInterruptedClientEndsAtOnceAndStaysInterrupted() {
        cutter.silence(true);
        Thread.currentThread().interrupt();
        OperationFailure failure = failure(new AddUser(1));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.errorClass()).isEqualTo("InterruptedException");
    }

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

    /** Keys of Bolt's answers stand as plain text in them: t_first in the answer to a run, bookmark to a commit. */
    private static Predicate<byte[]> contains(String text) {
        return bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }

    private static long users() {
        return TestServer.count("graph.vertices().findAll { it.label() == 'User' }.size()");
    }
}
