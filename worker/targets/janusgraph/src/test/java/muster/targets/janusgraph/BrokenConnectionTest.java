package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import muster.targets.contract.FaultProxy;
import muster.targets.contract.RecordingProbe;
import muster.targets.contract.Retry;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A transaction is one request, so what is lost is either the whole of it or only its answer. */
@Tag("server")
class BrokenConnectionTest {
    private static final TestServer SERVER = TestServer.berkeleyJe();

    private FaultProxy cutter;
    private JanusGraphTarget target;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        cutter = new FaultProxy(InetSocketAddress.createUnresolved("127.0.0.1", SERVER.port()));
        target = open("target.operationTimeout=100s");
        target.reset("test");
        session = target.session(Depth.EXECUTE);
        RecordingProbe.execute(session, new AddUser(0));
    }

    private JanusGraphTarget open(String set) throws Exception {
        return SERVER.open(
                "stou", "target.uri=ws://127.0.0.1:" + cutter.address().getPort(), set);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        target.close();
        cutter.close();
    }

    @Test
    void a_write_whose_answer_was_lost_is_unknown_and_the_next_attempt_finds_it_done() throws Exception {
        cutter.cutWhenServerSends(bytes -> true);
        assertThat(failure(new AddUser(1)).kind()).isEqualTo(Kind.UNKNOWN);
        assertThat(retried(new AddUser(1)).outcome(0)).isEqualTo(Outcome.DUPLICATE);
    }

    @Test
    void a_read_whose_answer_was_lost_may_be_tried_again() throws Exception {
        cutter.cutWhenServerSends(bytes -> true);
        assertThat(failure(new Feed(0, 15)).kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(retried(new Feed(0, 15)).feeds().get(0)).isEmpty();
    }

    @Test
    void a_silent_server_is_an_operation_timeout() throws Exception {
        try (JanusGraphTarget hasty = open("target.operationTimeout=1s");
                Session impatient = hasty.session(Depth.EXECUTE)) {
            cutter.silence(true);
            OperationFailure failure = failure(impatient, new AddUser(1));
            assertThat(failure.errorClass()).isEqualTo("OperationTimeout");
            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN);
        }
    }

    /** An interrupt, with which the server would end them, would close all of BerkeleyJE. */
    @Test
    void operations_that_are_late_do_the_server_no_harm() throws Exception {
        List<LoadUser> loads = new ArrayList<>();
        try (JanusGraphTarget hasty = SERVER.open("stou", "target.operationTimeout=10ms");
                Session late = hasty.session(Depth.EXECUTE)) {
            int followees = 200;
            for (long user = 1; loads.size() < 8; user++) {
                LoadUser load = load(user, followees);
                OperationFailure failure = failure(late, load);
                // Its answer was there when this thread looked at the clock: one with more to do comes later.
                followees *= failure == null ? 2 : 1;
                if (failure != null) {
                    assertThat(failure.errorClass()).isEqualTo("OperationTimeout");
                    loads.add(load);
                }
            }
        }
        try (JanusGraphTarget patient = SERVER.open("stou", "target.operationTimeout=100s");
                Session again = patient.session(Depth.EXECUTE)) {
            for (LoadUser load : loads) {
                assertThat(Retry.untilDone(again, load).outcome(0)).isIn(Outcome.OK, Outcome.DUPLICATE);
            }
        }
    }

    private static LoadUser load(long user, int followees) {
        long first = user * 1_000_000;
        return new LoadUser(user, LongStream.range(first, first + followees).toArray());
    }

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

    /** null if it succeeded. */
    private static OperationFailure failure(Session session, Operation operation) {
        return catchThrowableOfType(OperationFailure.class, () -> RecordingProbe.execute(session, operation));
    }
}
