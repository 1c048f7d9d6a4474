package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids decide the order, so what many clients leave behind does not depend on who came first. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ConcurrencyContract {
    private static final int USERS = 12;
    private static final int CLIENTS = 16;

    private final Subject subject;
    private final Opening opening;

    ConcurrencyContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    List<String> algorithms() {
        return subject.algorithms();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void concurrent_clients_leave_the_graph_of_the_model_in_any_order_of_commits(String algorithm) throws Exception {
        assumeTrue(subject.abilities().contains(Ability.CONCURRENT_WRITERS), "it does not isolate concurrent writers");
        try (Target target = opening.graphity(algorithm)) {
            target.reset("contract");
            Reference reference = new Reference(subject, algorithm);
            try (Session session = target.session(Depth.EXECUTE)) {
                Operation[] users = LongStream.range(0, USERS)
                        .mapToObj(user -> new LoadUser(user, new long[0]))
                        .peek(reference.model()::apply)
                        .toArray(Operation[]::new);
                RecordingProbe.execute(session, users);
                executeAll(target, operations(reference));
                reference.matches(target, session);
            }
        }
    }

    /** The first of all edges and posts are made while their types are new to the server. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void what_many_clients_do_first_in_an_empty_database_is_done_once(String algorithm) throws Exception {
        assumeTrue(subject.abilities().contains(Ability.CONCURRENT_WRITERS), "it does not isolate concurrent writers");
        try (Target target = opening.graphity(algorithm)) {
            for (int round = 0; round < 5; round++) {
                target.reset("contract");
                Reference reference = new Reference(subject, algorithm);
                try (Session session = target.session(Depth.EXECUTE)) {
                    List<GraphityOperation> users = List.of(new LoadUser(0, new long[0]), new LoadUser(1, new long[0]));
                    users.forEach(reference.model()::apply);
                    RecordingProbe.execute(session, users.toArray(Operation[]::new));
                    List<GraphityOperation> first = new ArrayList<>(Collections.nCopies(CLIENTS, new Follow(0, 1)));
                    LongStream.range(0, CLIENTS).forEach(post -> first.add(new Post(1, post, "message " + post)));
                    first.forEach(reference.model()::apply);
                    executeAll(target, first);
                    reference.matches(target, session);
                }
            }
        }
    }

    /** Posts, follows and unfollows whose effect does not depend on their order: no edge is both made and removed. */
    private static List<GraphityOperation> operations(Reference reference) {
        Random random = Seed.random("concurrent writers", 11);
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
        operations.forEach(reference.model()::apply);
        Collections.shuffle(operations, random);
        return operations;
    }

    private static void executeAll(Target target, List<GraphityOperation> operations) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Callable<Integer> client = () -> {
            int done = 0;
            try (Session session = target.session(Depth.EXECUTE)) {
                for (int i = next.getAndIncrement(); i < operations.size(); i = next.getAndIncrement()) {
                    Retry.untilDone(session, operations.get(i));
                    done++;
                }
            }
            return done;
        };
        int done = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> some : threads.invokeAll(Collections.nCopies(CLIENTS, client))) {
                done += some.get();
            }
        }
        assertThat(done).isEqualTo(operations.size());
    }
}
