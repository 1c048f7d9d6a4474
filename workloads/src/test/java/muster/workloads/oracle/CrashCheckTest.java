package muster.workloads.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import muster.workloads.Workload;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.insert.InsertModel;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.oracle.CrashCheck.Question;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A database that forgets is found out, write by write; one that keeps everything is never doubted. */
class CrashCheckTest {
    private static final String GRAPHITY = """
            target: {kind: noop}
            workload: {kind: graphity, users: 60, horizon: 60, seed: %d,
                       mix: {feed: 5, follow: 35, unfollow: 30, post: 25, addUser: 5}}
            phases:
              - {kind: load}
              - {kind: measure, operations: 1200}
            """;
    private static final String INSERT = """
            target: {kind: noop}
            workload: {kind: batch-insert, vertices: 2000, edges: 1000, vertexBatch: 50, edgeBatch: 50, seed: %d}
            phases:
              - {kind: measure, part: vertices}
            """;

    /** What coverage tells of a phase, and what a database has done of it that forgot some writes. */
    private static final class Crash {
        private final Workload workload;
        private final List<ExecutedPhase> phases;
        private final List<KnownOutcomes> known = new ArrayList<>();
        /** The share of a load's operations without an answer; half of them are not executed. */
        private final double loadFails;

        private final Set<Long> forgotten = new TreeSet<>();
        private final Function<Operation, Outcome> database;

        /** @param all and {@code database} are the same before the last phase; the second one forgets some of it */
        private Crash(
                String text,
                Random random,
                double forgets,
                Function<Operation, Outcome> all,
                Function<Operation, Outcome> database) {
            Plan plan = PlanReader.parse(text.formatted(random.nextInt(1_000)), "test.yaml", List.of());
            this.database = database;
            loadFails = text.equals(GRAPHITY) ? random.nextInt(2) * 0.2 : 0;
            workload = Providers.workload(plan.workload().kind())
                    .create(plan.workload().settings(), file -> {
                        throw new AssertionError(file);
                    });
            phases = ExecutedPhase.of(plan, workload);
            for (ExecutedPhase phase : phases) {
                known.add(execute(phase, phase.equals(phases.getLast()), random, forgets, all));
            }
        }

        private KnownOutcomes execute(
                ExecutedPhase phase, boolean last, Random random, double forgets, Function<Operation, Outcome> all) {
            TreeSet<Long> absent = new TreeSet<>();
            TreeSet<Long> duplicate = new TreeSet<>();
            TreeSet<Long> uncertain = new TreeSet<>();
            for (long index = 0; index < phase.planned(); index++) {
                Operation operation = workload.operations(phase.key()).at(index);
                boolean answered = random.nextDouble() >= (last ? 0.05 : loadFails);
                boolean sent = answered || random.nextBoolean();
                if (!answered) {
                    uncertain.add(index);
                }
                Outcome outcome = sent ? all.apply(operation) : Outcome.UNKNOWN;
                if (answered && outcome == Outcome.ABSENT) {
                    absent.add(index);
                } else if (answered && outcome == Outcome.DUPLICATE) {
                    duplicate.add(index);
                }
                boolean forget = last && answered && outcome == Outcome.OK && forgettable(operation);
                if (forget && random.nextDouble() < forgets) {
                    forgotten.add(index);
                } else if (sent) {
                    Outcome unused = database.apply(operation);
                }
            }
            return new KnownOutcomes(
                    Ranges.of(0, phase.planned()),
                    Ranges.of(absent),
                    Ranges.of(duplicate),
                    Ranges.of(uncertain),
                    Ranges.NONE,
                    List.of());
        }

        /** What nothing else rests on. */
        private static boolean forgettable(Operation operation) {
            return operation instanceof Post || operation instanceof InsertVertices;
        }

        private CrashCheck asked() {
            CrashCheck check = CrashCheck.of(workload, phases, known);
            Stream.concat(check.first().stream(), check.rest().stream().flatMap(List::stream))
                    .forEach(question -> check.answered(question, database.apply(question.operation())));
            return check;
        }

        private Oracle oracle(CrashCheck check) {
            List<KnownOutcomes> kept = new ArrayList<>(known);
            kept.set(kept.size() - 1, check.kept());
            return Oracle.of(workload, phases, kept, 20);
        }
    }

    private static Function<Operation, Outcome> graphity(GraphityModel model) {
        return operation -> model.apply((GraphityOperation) operation);
    }

    private static Function<Operation, Outcome> insert(InsertModel model) {
        return operation -> model.apply((InsertOperation) operation);
    }

    @RepeatedTest(20)
    void each_post_that_was_forgotten_is_named_and_the_rest_of_the_graph_is_what_it_must_be() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        GraphityModel database = new GraphityModel();
        double forgets = random.nextInt(3) * 0.1;
        Crash crash = new Crash(GRAPHITY, random, forgets, graphity(new GraphityModel()), graphity(database));
        Map<String, String> fingerprint = database.fingerprint();
        Map<Long, Optional<List<Long>>> feeds = new LinkedHashMap<>();
        Oracle.of(crash.workload, crash.phases, crash.known, 20)
                .readers()
                .forEach(reader -> feeds.put(reader, Optional.of(database.feed(reader, 15))));
        CrashCheck check = crash.asked();
        assertThat(check.lost().keySet()).as("seed %d", seed).isEqualTo(crash.forgotten);
        Oracle oracle = crash.oracle(check);
        assertThat(oracle.graph(fingerprint)).as("seed %d", seed).allMatch(Finding::passed);
        assertThat(oracle.feeds(15, feeds).passed()).as("seed %d", seed).isTrue();
        assertThat(check.phantoms()).isZero();
    }

    @RepeatedTest(5)
    void each_batch_that_was_forgotten_is_named() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        InsertModel database = new InsertModel();
        Crash crash = new Crash(INSERT, random, 0.3, insert(new InsertModel()), insert(database));
        Map<String, String> fingerprint = database.fingerprint();
        CrashCheck check = crash.asked();
        assertThat(check.lost().keySet()).as("seed %d", seed).isEqualTo(crash.forgotten);
        assertThat(check.acknowledged(Ranges.of(0, 20), true) + check.acknowledged(Ranges.of(0, 20), false))
                .isEqualTo(40 - check.unknown());
        assertThat(crash.oracle(check).graph(fingerprint)).as("seed %d", seed).allMatch(Finding::passed);
    }

    @Test
    void a_batch_of_which_a_part_is_there_is_a_wrong_graph() {
        InsertModel database = new InsertModel();
        Crash crash = new Crash(INSERT, new Random(1), 0, insert(new InsertModel()), operation -> {
            InsertVertices batch = (InsertVertices) operation;
            boolean half = batch.ids()[0] == 0 && database.vertices() == 0;
            return database.apply(
                    half ? new InsertVertices(new long[] {batch.ids()[0]}, new String[] {batch.names()[0]}) : batch);
        });
        Map<String, String> fingerprint = database.fingerprint();
        Oracle oracle = crash.oracle(crash.asked());
        assertThat(oracle.graph(fingerprint)).anyMatch(finding -> !finding.passed());
    }

    @Test
    void a_refused_write_that_is_there_is_a_phantom() {
        GraphityModel database = new GraphityModel();
        Crash crash = new Crash(GRAPHITY, new Random(2), 0, graphity(new GraphityModel()), graphity(database));
        long refused = refuse(crash);
        CrashCheck check = crash.asked();
        assertThat(check.phantoms()).isEqualTo(1);
        assertThat(check.lost()).doesNotContainKey(refused);
    }

    /** Says of a post that is there that it was answered with absent; returns its index. */
    private static long refuse(Crash crash) {
        KnownOutcomes last = crash.known.getLast();
        CrashCheck check = CrashCheck.of(crash.workload, crash.phases, crash.known);
        Question post = check.rest().getLast().stream()
                .filter(question -> question.operation() instanceof Post)
                .filter(question -> !last.uncertain().contains(question.index()))
                .findFirst()
                .orElseThrow();
        TreeSet<Long> absent = new TreeSet<>(Set.of(post.index()));
        crash.known.set(
                crash.known.size() - 1,
                new KnownOutcomes(
                        last.executed(),
                        Ranges.of(absent),
                        last.duplicate(),
                        last.uncertain(),
                        last.again(),
                        List.of()));
        return post.index();
    }
}
