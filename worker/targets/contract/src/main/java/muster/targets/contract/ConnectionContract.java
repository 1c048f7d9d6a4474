package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Connections that are killed or go silent in the middle of an operation. A failure that says that nothing was changed,
 * after which something is there, would be counted wrongly; so would a driver that tries again by itself.
 */
abstract class ConnectionContract {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final FaultProxy proxy;
    private final Target target;
    private final Target direct;
    private final Session session;
    private final GraphityModel model = new GraphityModel();

    ConnectionContract(Subject subject) throws Exception {
        Opening opening = new Opening(subject);
        this.proxy = new FaultProxy(subject.address());
        this.direct = opening.graphity();
        direct.reset("contract");
        this.target = opening.through(proxy, "target.operationTimeout=" + TIMEOUT.toSeconds() + "s");
        this.session = target.session(Depth.EXECUTE);
    }

    @BeforeEach
    void add() throws Exception {
        assertThat(added(0).outcome(0)).isEqualTo(Outcome.OK);
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        target.close();
        direct.close();
        proxy.close();
    }

    @Test
    void a_connection_that_was_killed_while_idle_is_a_transient_failure_at_most() throws Exception {
        proxy.endIdle();
        assertThat(added(1).outcome(0)).isEqualTo(Outcome.OK);
        assertThat(direct.fingerprint()).isEqualTo(model.fingerprint());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenever_the_connection_is_killed_the_outcome_is_true_and_nothing_is_done_twice(boolean answers)
            throws Exception {
        int cuts = 0;
        for (int part = 1; part <= 5; part++) {
            arm(answers, part);
            OperationFailure failure = failure(new AddUser(part));
            int cut = proxy.disarm();
            cuts += cut;
            Outcome again = added(part).outcome(0);
            assertThat(again)
                    .as("part %d, cut %d times, then %s", part, cut, failure)
                    .isIn(failure == null ? Outcome.DUPLICATE : Outcome.OK, allowed(failure));
        }
        assertThat(cuts).as("operations in which a connection was killed").isPositive();
        assertThat(direct.fingerprint()).isEqualTo(model.fingerprint());
    }

    /** Only after a commit whose answer was lost may either be true. */
    private static Outcome allowed(@Nullable OperationFailure failure) {
        if (failure == null) {
            return Outcome.DUPLICATE;
        }
        assertThat(failure.kind()).as(failure.toString()).isIn(Kind.TRANSIENT, Kind.UNKNOWN);
        assertThat(failure.getMessage()).isNotBlank().doesNotContain("\n");
        return failure.kind() == Kind.UNKNOWN ? Outcome.DUPLICATE : Outcome.OK;
    }

    private void arm(boolean answers, int part) {
        if (answers) {
            proxy.cutAnswer(part);
        } else {
            proxy.cutRequest(part);
        }
    }

    @Test
    void a_silent_server_costs_no_more_than_the_operation_timeout_and_the_session_recovers() throws Exception {
        proxy.silence(true);
        Instant start = Instant.now();
        OperationFailure failure = Objects.requireNonNull(failure(new AddUser(1)), "it succeeded");
        assertThat(Duration.between(start, Instant.now())).isBetween(TIMEOUT.minusMillis(100), TIMEOUT.multipliedBy(3));
        assertThat(failure.kind())
                .as("another attempt could meet the first one, which may still run")
                .isNotEqualTo(Kind.TRANSIENT);
        proxy.silence(false);
        added(1);
        added(2);
        assertThat(direct.fingerprint()).isEqualTo(model.fingerprint());
    }

    @Test
    void an_interrupted_client_ends_at_once_and_stays_interrupted() throws Exception {
        proxy.silence(true);
        FutureTask<Boolean> client = new FutureTask<>(() -> {
            Thread.currentThread().interrupt();
            assertThat(failure(new AddUser(1))).isNotNull();
            return Thread.interrupted();
        });
        Instant start = Instant.now();
        Thread.ofVirtual().start(client);
        assertThat(client.get()).isTrue();
        assertThat(Duration.between(start, Instant.now())).isLessThan(TIMEOUT.minusSeconds(1));
    }

    /** Adds a user however often it takes; other connections of a pool may be found broken only when they are used. */
    private RecordingProbe added(long user) throws OperationFailure {
        AddUser add = new AddUser(user);
        model.apply(add);
        return Retry.untilDone(session, add);
    }

    private @Nullable OperationFailure failure(Operation operation) {
        return catchThrowableOfType(OperationFailure.class, () -> RecordingProbe.execute(session, operation));
    }
}
