package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A query that would take an hour is ended in a real server, which is looked at past the target. */
@Tag("server")
@Timeout(120)
class AbortTest {
    private static final String MARK = "ended_by_a_test";
    private static final String RUNNING = "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS '" + MARK
            + "' AND NOT currentQuery STARTS WITH 'SHOW' RETURN count(*)";

    private Target target;
    private Operation endless;

    @BeforeEach
    void open() throws Exception {
        String text = """
                name: test
                target: %s
                workload:
                  kind: query
                  operations:
                    endless: {cypher: "UNWIND range(1, 1000000000) AS %s WITH %s WHERE %s %% 7 = 9 RETURN count(*) AS n"}
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(TestServer.section(TestServer.uri()), MARK, MARK, MARK);
        Plan plan = PlanReader.parse(text, "test.yaml", List.of("target.operationTimeout=1h"));
        target = new Neo4jProvider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
        PlanCheck check = PlanCheck.check(plan, name -> {
            throw new IllegalArgumentException(name);
        });
        endless = check.workload().operations(check.phases().getFirst().key()).at(0);
    }

    @AfterEach
    void close() {
        target.close();
    }

    private static OperationFailure failure(Session session, Operation operation) {
        try {
            session.execute(Transaction.of(operation), Probe.NONE);
            throw new AssertionError("it has ended by itself");
        } catch (OperationFailure failure) {
            return failure;
        }
    }

    private CompletableFuture<OperationFailure> running(Session session) {
        return CompletableFuture.supplyAsync(() -> failure(session, endless), Thread::startVirtualThread);
    }

    private static void awaitRunning(long wanted) {
        while (TestServer.count(RUNNING) != wanted) {
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Test
    void the_transaction_of_this_client_is_terminated_and_no_other() throws Exception {
        try (Session session = target.session(Depth.EXECUTE);
                Session other = target.session(Depth.EXECUTE)) {
            CompletableFuture<OperationFailure> first = running(session);
            CompletableFuture<OperationFailure> second = running(other);
            awaitRunning(2);
            AbortResult result = session.abort();
            assertThat(result.message()).contains("has terminated neo4j-transaction-", "lists it no more");
            assertThat(result.state()).isEqualTo(AbortResult.State.CONFIRMED);
            assertThat(TestServer.count(RUNNING)).isEqualTo(1);
            assertThat(first.get().errorClass()).contains("Terminated");
            assertThat(second).isNotDone();
            assertThat(other.abort().state()).isEqualTo(AbortResult.State.CONFIRMED);
            ended(second);
            assertThat(TestServer.count(RUNNING)).isZero();
        }
    }

    private static void ended(CompletableFuture<OperationFailure> operation)
            throws InterruptedException, ExecutionException {
        assertThat(operation.get().errorClass()).contains("Terminated");
    }

    @Test
    void without_a_transaction_there_is_nothing_to_terminate() throws Exception {
        try (Session session = target.session(Depth.EXECUTE)) {
            CompletableFuture<OperationFailure> running = running(session);
            awaitRunning(1);
            session.abort();
            ended(running);
            assertThat(session.abort()).isEqualTo(AbortResult.running("Neo4j lists no transaction of this client"));
        }
    }
}
