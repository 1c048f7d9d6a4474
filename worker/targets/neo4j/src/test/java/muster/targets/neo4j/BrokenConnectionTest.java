package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import muster.targets.contract.FaultProxy;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a cut in each part of a transaction of Bolt means. */
@Tag("server")
class BrokenConnectionTest {
    private FaultProxy cutter;
    private Neo4jTarget target;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        cutter = new FaultProxy(InetSocketAddress.createUnresolved("127.0.0.1", TestServer.port()));
        target = open("target.operationTimeout=100s");
        target.reset("test");
        session = target.session(Depth.EXECUTE);
        session.execute(Transaction.of(new AddUser(0)), Probe.NONE);
    }

    private Neo4jTarget open(String set) throws Exception {
        return TestServer.open(
                "stou", "target.uri=bolt://127.0.0.1:" + cutter.address().getPort(), set);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        target.close();
        cutter.close();
    }

    @Test
    void a_connection_cut_during_the_statement_is_transient_since_nothing_was_committed() throws Exception {
        cutter.cutWhenServerSends(contains("t_first"));
        OperationFailure failure = failure(new AddUser(1));
        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure.errorClass()).isEqualTo("ServiceUnavailableException");
        assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        retried(new AddUser(1));
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void a_commit_whose_answer_was_lost_is_unknown() throws Exception {
        cutter.cutWhenServerSends(contains("bookmark"));
        OperationFailure failure = failure(new AddUser(1));
        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        RecordingProbe probe = retried(new AddUser(1));
        assertThat(probe.outcome(0).name()).as("it had been committed").isEqualTo("duplicate");
        assertThat(users()).isEqualTo(2);
    }

    @Test
    void a_silent_server_is_an_operation_timeout() throws Exception {
        try (Neo4jTarget hasty = open("target.operationTimeout=1s");
                Session impatient = hasty.session(Depth.EXECUTE)) {
            cutter.silence(true);
            OperationFailure failure = failure(impatient, new AddUser(1));
            assertThat(failure.errorClass()).isEqualTo("OperationTimeout");
            assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
        }
    }

    /** Other connections of the pool were cut as well, which the driver may notice only when it uses them. */
    private RecordingProbe retried(Operation operation) throws OperationFailure {
        for (int attempt = 1; ; attempt++) {
            try {
                return RecordingProbe.execute(session, operation);
            } catch (OperationFailure failure) {
                assertThat(failure.kind()).as(failure.toString()).isEqualTo(Kind.TRANSIENT);
                assertThat(attempt).isLessThan(5);
            }
        }
    }

    private OperationFailure failure(Operation operation) {
        return failure(session, operation);
    }

    private static OperationFailure failure(Session session, Operation operation) {
        return catchThrowableOfType(
                OperationFailure.class, () -> session.execute(Transaction.of(operation), Probe.NONE));
    }

    /** Keys of Bolt's answers stand as plain text in them: t_first in the answer to a run, bookmark to a commit. */
    private static Predicate<byte[]> contains(String text) {
        return bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(text);
    }

    private static long users() {
        return TestServer.count("MATCH (u:User) RETURN count(u)");
    }
}
