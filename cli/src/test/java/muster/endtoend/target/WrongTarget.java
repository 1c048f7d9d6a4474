package muster.endtoend.target;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.plan.Providers;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import muster.workloads.target.Transaction;

/** A real Neo4j seen through a target with a bug: {@code bug: reversed} turns feeds around, {@code bug: lost} forgets every 1000th edge. */
public final class WrongTarget implements TargetProvider {
    private static final List<String> BUGS = List.of("none", "reversed", "lost");
    private static final int LOST = 1_000;

    private final AtomicLong edges = new AtomicLong();

    @Override
    public String kind() {
        return "wrong";
    }

    @Override
    public void check(Settings target, Settings workload) {
        bug(target);
        neo4j().check(target, workload);
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        return new Wrong(neo4j().open(target, workload), bug(target));
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return neo4j().statements(target, workload, depth, operation);
    }

    private static TargetProvider neo4j() {
        return Providers.target("neo4j");
    }

    private static String bug(Settings target) {
        return target.choice("bug", "none", BUGS);
    }

    private boolean kept(long edge) {
        return edges.incrementAndGet() % LOST != 0;
    }

    private Operation lossy(Operation operation) {
        return switch (operation) {
            case LoadFollows(long user, long[] followees) ->
                new LoadFollows(
                        user, LongStream.of(followees).filter(this::kept).toArray());
            case Follow follow -> kept(0) ? follow : new NoopOperation(0, 0);
            case InsertEdges all -> lossy(all);
            default -> operation;
        };
    }

    private InsertEdges lossy(InsertEdges all) {
        LongPredicate kept = this::kept;
        int[] left = IntStream.range(0, all.ids().length)
                .filter(i -> kept.test(all.ids()[i]))
                .toArray();
        return new InsertEdges(
                IntStream.of(left).mapToLong(i -> all.ids()[i]).toArray(),
                IntStream.of(left).mapToLong(i -> all.sources()[i]).toArray(),
                IntStream.of(left).mapToLong(i -> all.targets()[i]).toArray());
    }

    private final class Wrong implements Target {
        private final Target right;
        private final String bug;

        private Wrong(Target right, String bug) {
            this.right = right;
            this.bug = bug;
        }

        @Override
        public Session session(Depth depth) throws TargetException {
            Session session = right.session(depth);
            return new Session() {
                @Override
                public void execute(Transaction transaction, Probe probe) throws OperationFailure {
                    Operation[] operations = transaction.operations().stream()
                            .map(operation -> bug.equals("lost") ? lossy(operation) : operation)
                            .toArray(Operation[]::new);
                    session.execute(Transaction.of(operations), bug.equals("reversed") ? new Reversing(probe) : probe);
                }

                @Override
                public void close() {
                    session.close();
                }
            };
        }

        @Override
        public Map<String, String> facts() {
            return right.facts();
        }

        @Override
        public Contents contents() throws TargetException {
            return right.contents();
        }

        @Override
        public void reset(String marker) throws TargetException {
            right.reset(marker);
        }

        @Override
        public void awaitIndexes() throws TargetException {
            right.awaitIndexes();
        }

        @Override
        public Map<String, String> fingerprint() throws TargetException {
            return right.fingerprint();
        }

        @Override
        public void close() {
            right.close();
        }
    }

    private record Reversing(Probe probe) implements Probe {
        @Override
        public void feed(int position, long[] posts) {
            int last = posts.length - 1;
            probe.feed(
                    position,
                    IntStream.rangeClosed(0, last)
                            .mapToLong(i -> posts[last - i])
                            .toArray());
        }

        @Override
        public void stage(Stage stage, long endNs) {
            probe.stage(stage, endNs);
        }

        @Override
        public void outcome(int position, Outcome outcome) {
            probe.outcome(position, outcome);
        }

        @Override
        public void elements(int position, long elements) {
            probe.elements(position, elements);
        }

        @Override
        public void bytes(long sent, long received) {
            probe.bytes(sent, received);
        }
    }
}
