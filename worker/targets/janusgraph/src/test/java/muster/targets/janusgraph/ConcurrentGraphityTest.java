package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import muster.workloads.GraphityOperation;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.Operation;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids decide the order, so what many threads leave behind does not depend on who came first. */
class ConcurrentGraphityTest {
    private static final int USERS = 12;
    private static final int THREADS = 16;

    @ParameterizedTest
    @ValueSource(strings = {"st", "stou", "graphity"})
    void theGraphAfterwardsIsThatOfTheModelWhateverTheOrderOfCommits(String algorithm) throws Exception {
        try (JanusGraphTarget target = TestServer.open(algorithm)) {
            target.reset("test");
            GraphityModel model = new GraphityModel();
            try (Session session = target.session(Depth.EXECUTE)) {
                Operation[] users = LongStream.range(0, USERS)
                        .mapToObj(user -> new LoadUser(user, new long[0]))
                        .toArray(Operation[]::new);
                session.execute(Transaction.of(users), Probe.NONE);
            }
            LongStream.range(0, USERS).forEach(user -> model.apply(new LoadUser(user, new long[0])));
            int retries = executeAll(target, operations(model));
            System.out.println(algorithm + ": " + retries + " transient failures were retried");
            Graph.matches(model, algorithm);
            assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
        }
    }

    /** Posts, follows and unfollows whose effect does not depend on their order: no edge is both made and removed. */
    private static List<GraphityOperation> operations(GraphityModel model) {
        Random random = new Random(11);
        List<GraphityOperation> operations = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            long user = random.nextInt(USERS);
            long other = random.nextInt(USERS);
            operations.add(
                    switch (random.nextInt(4)) {
                        case 0, 1 -> new Post(user, 1_000 + i, "message " + i);
                        case 2 -> new Follow(user, other);
                        // Nobody follows itself here, so this is an unfollow that waits for nothing and finds nothing.
                        default -> new Unfollow(user, user);
                    });
        }
        operations.removeIf(operation -> operation instanceof Follow(long user, long followee) && user == followee);
        operations.forEach(model::apply);
        Collections.shuffle(operations, random);
        return operations;
    }

    private static int executeAll(JanusGraphTarget target, List<GraphityOperation> operations) throws Exception {
        AtomicInteger next = new AtomicInteger();
        AtomicInteger retries = new AtomicInteger();
        Callable<Void> client = () -> {
            try (Session session = target.session(Depth.EXECUTE)) {
                for (int i = next.getAndIncrement(); i < operations.size(); i = next.getAndIncrement()) {
                    retries.addAndGet(untilDone(session, operations.get(i)));
                }
            }
            return null;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> done : threads.invokeAll(Collections.nCopies(THREADS, client))) {
                done.get();
            }
        }
        return retries.get();
    }

    /** As the engine does: transient failures, deadlocks among them, are tried again. */
    private static int untilDone(Session session, GraphityOperation operation) throws OperationFailure {
        for (int retries = 0; ; retries++) {
            try {
                session.execute(Transaction.of(operation), Probe.NONE);
                return retries;
            } catch (OperationFailure failure) {
                assertThat(failure.kind())
                        .as(failure.errorClass() + ": " + failure.getMessage())
                        .isEqualTo(Kind.TRANSIENT);
                assertThat(retries).isLessThan(50);
            }
        }
    }
}
