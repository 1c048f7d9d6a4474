package muster.targets.falkordb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transactions of several actions and of one, as at the end of a lease, from clients that are at it together. */
@Tag("server")
class MixedTransactionsTest {
    private static final int CLIENTS = 4;
    private static final int FOLLOWS = 400;

    @Test
    void what_all_of_them_create_is_there_once() throws Exception {
        try (FalkorDbTarget target = TestServer.open("stou")) {
            target.reset("mixed");
            try (Session session = target.session(Depth.EXECUTE)) {
                session.execute(
                        Transaction.of(LongStream.rangeClosed(0, FOLLOWS)
                                .mapToObj(user -> new LoadUser(user, new long[0]))
                                .toArray(Operation[]::new)),
                        Probe.NONE);
            }
            CyclicBarrier together = new CyclicBarrier(CLIENTS);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Callable<Void>> clients = IntStream.range(0, CLIENTS)
                        .<Callable<Void>>mapToObj(client -> () -> follow(target, client, together))
                        .toList();
                for (Future<Void> client : threads.invokeAll(clients)) {
                    client.get();
                }
            }
            assertThat(target.contents().edges()).isEqualTo(FOLLOWS);
        }
    }

    /** Each follow of all clients at once; of half of them in pairs with the one before. */
    private static Void follow(FalkorDbTarget target, int client, CyclicBarrier together) throws Exception {
        try (Session session = target.session(Depth.EXECUTE)) {
            session.execute(Transaction.of(new Follow(0, 1), new Follow(0, 1)), Probe.NONE);
            for (long user = 1; user < FOLLOWS; user++) {
                List<Operation> operations = new ArrayList<>(List.of(new Follow(user, user + 1)));
                if (client % 2 == 0) {
                    operations.add(new Follow(user - 1, user));
                }
                together.await();
                session.execute(Transaction.of(operations.toArray(Operation[]::new)), Probe.NONE);
            }
        }
        return null;
    }
}
