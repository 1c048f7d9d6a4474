package muster.workloads.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.insert.InsertModel;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle never doubts a right database, whatever was lost or came twice, and misses no wrong one. */
class OracleTest {
    private static final int K = 15;
    private static final String GRAPHITY = """
            target: {kind: noop}
            workload: {kind: graphity, users: 60, horizon: 60, seed: %d,
                       mix: {feed: 10, follow: 35, unfollow: 30, post: 20, addUser: 5}}
            phases:
              - {kind: load}
              - {kind: warmup, operations: 600}
              - {kind: measure, operations: 1200}
            """;

    private static final String READS = """
            target: {kind: noop}
            workload: {kind: graphity, users: 60, seed: %d, mix: {feed: 100}}
            phases:
              - {kind: load}
              - {kind: measure, operations: 300}
            """;

    /** A database that was right so far, and what coverage tells of it. */
    private static final class Run {
        private final GraphityModel model = new GraphityModel();
        private final List<KnownOutcomes> known = new ArrayList<>();
        private final Plan plan;
        private final Workload workload;
        private final List<ExecutedPhase> phases;

        private Run(String text, long seed, double trouble) {
            plan = PlanReader.parse(text.formatted(seed), "test.yaml", List.of());
            workload = workload(plan);
            phases = ExecutedPhase.of(plan, workload);
            Random random = new Random(seed);
            for (ExecutedPhase phase : phases) {
                double share = phase.name().startsWith("load") ? 0 : trouble;
                Operations operations = workload.operations(phase.key());
                known.add(new Execution(model, operations, random, share).run((int) phase.planned()));
            }
        }

        private List<Finding> findings() {
            Oracle oracle = Oracle.of(workload, phases, known, 30);
            List<Finding> findings = new ArrayList<>(oracle.graph(model.fingerprint()));
            Map<Long, Optional<List<Long>>> answers = new LinkedHashMap<>();
            oracle.readers().forEach(reader -> answers.put(reader, Optional.of(model.feed(reader, K))));
            findings.add(oracle.feeds(K, answers));
            findings.addAll(oracle.feedsMeanwhile());
            return findings;
        }

        private List<String> wrong() {
            return findings().stream()
                    .filter(finding -> !finding.passed())
                    .map(Finding::name)
                    .toList();
        }
    }

    private static Workload workload(Plan plan) {
        return Providers.workload(plan.workload().kind()).create(plan.workload().settings(), name -> {
            throw new AssertionError(name);
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.02, 0.3})
    void a_right_database_is_never_doubted_whatever_was_lost_or_came_twice(double trouble) {
        for (long seed = 1; seed <= 40; seed++) {
            assertThat(new Run(GRAPHITY, seed, trouble).findings())
                    .as("seed %d", seed)
                    .hasSize(8)
                    .allSatisfy(finding ->
                            assertThat(finding.passed()).as(finding.toString()).isTrue());
        }
    }

    @Test
    void without_trouble_every_figure_is_exact() {
        assertThat(new Run(GRAPHITY, 1, 0).findings())
                .noneMatch(finding -> finding.expected().contains(" to "));
    }

    @Test
    void a_lost_edge_is_found_in_the_graph() {
        Run run = new Run(GRAPHITY, 3, 0);
        long user = run.model.users().stream()
                .filter(each -> !run.model.followees(each).isEmpty())
                .findFirst()
                .orElseThrow();
        run.model.apply(new Unfollow(user, run.model.followees(user).iterator().next()));
        assertThat(run.wrong()).contains("edges", "degrees", "ids");
    }

    @Test
    void another_post_in_the_same_number_is_found_by_its_id() {
        Run run = new Run(GRAPHITY, 4, 0);
        run.model.apply(new Post(0, 77_777_777, "nobody asked for it"));
        assertThat(run.wrong()).contains("vertices", "ids");
    }

    @Test
    void even_among_lost_answers_an_edge_too_many_is_beyond_the_bounds() {
        Run run = new Run(GRAPHITY, 5, 0.02);
        run.model.users().stream()
                .filter(user -> user < 60 && user > 0)
                .limit(40)
                .toList()
                .forEach(user -> run.model.apply(new Follow(user, user)));
        assertThat(run.wrong()).contains("edges");
    }

    @Test
    void a_feed_in_the_wrong_order_or_with_a_gap_or_with_a_strange_post_is_found() {
        assertThat(feedsWith(List::reversed)).contains("stands behind");
        assertThat(feedsWith(feed -> feed.isEmpty() ? feed : feed.subList(1, feed.size())))
                .contains("is missing");
        assertThat(feedsWith(feed -> {
                    List<Long> strange = new ArrayList<>(feed);
                    strange.addFirst(Long.MAX_VALUE);
                    return strange.subList(0, Math.min(K, strange.size()));
                }))
                .contains("cannot be in it");
    }

    private static String feedsWith(UnaryOperator<List<Long>> bug) {
        Run run = new Run(GRAPHITY, 6, 0);
        Oracle oracle = Oracle.of(run.workload, run.phases, run.known, 30);
        Map<Long, Optional<List<Long>>> answers = new HashMap<>();
        oracle.readers().forEach(reader -> answers.put(reader, Optional.of(bug.apply(run.model.feed(reader, K)))));
        Finding finding = oracle.feeds(K, answers);
        assertThat(finding.passed()).isFalse();
        return finding.reason();
    }

    @Test
    void a_loaded_reader_that_is_reported_absent_is_found() {
        Run run = new Run(GRAPHITY, 7, 0);
        Oracle oracle = Oracle.of(run.workload, run.phases, run.known, 5);
        Map<Long, Optional<List<Long>>> answers = new HashMap<>();
        oracle.readers().forEach(reader -> answers.put(reader, Optional.empty()));
        assertThat(oracle.feeds(K, answers).reason()).contains("reported absent");
    }

    @Test
    void a_feed_that_was_read_while_others_wrote_shows_no_impossible_post_and_is_in_order() {
        Run run = new Run(GRAPHITY, 8, 0);
        List<FeedSample> samples = run.known.getLast().feeds();
        FeedSample longest = samples.stream()
                .max(Comparator.comparingInt(sample -> sample.posts().size()))
                .orElseThrow();
        samples.clear();
        samples.add(longest);
        assertThat(run.wrong()).isEmpty();
        samples.add(new FeedSample(longest.index(), List.of(123_456_789L)));
        assertThat(run.wrong()).containsExactly("feeds during measure");
        samples.removeLast();
        samples.add(new FeedSample(longest.index(), longest.posts().reversed()));
        assertThat(run.wrong()).containsExactly("feeds during measure");
    }

    /** Changes all feeds that were read during the measure phase; the finding of them. */
    private static Finding duringWith(Run run, UnaryOperator<List<Long>> bug) {
        List<FeedSample> samples = run.known.getLast().feeds();
        samples.replaceAll(sample -> new FeedSample(sample.index(), bug.apply(sample.posts())));
        return run.findings().getLast();
    }

    @Test
    void empty_feeds_during_a_phase_are_wrong_where_one_post_is_certain() {
        Run reading = new Run(READS, 9, 0);
        long empty = reading.known.getLast().feeds().stream()
                .filter(sample -> sample.posts().isEmpty())
                .count();
        Finding finding = duringWith(reading, feed -> List.of());
        assertThat(finding.reason()).contains("is missing");
        assertThat(right(finding))
                .as("of 300 feeds those that are empty indeed")
                .isEqualTo(empty);
        Finding whileOthersWrite = duringWith(new Run(GRAPHITY, 9, 0), feed -> List.of());
        assertThat(whileOthersWrite.passed()).isFalse();
    }

    private static long right(Finding finding) {
        return Long.parseLong(finding.observed().replace(" right", ""));
    }

    @Test
    void a_target_that_drops_the_newest_post_is_wrong_during_a_phase_where_that_post_is_of_an_earlier_one() {
        Run run = new Run(READS, 10, 0);
        assertThat(duringWith(run, feed -> feed.isEmpty() ? feed : feed.subList(1, feed.size()))
                        .reason())
                .contains("is missing");
    }

    @Test
    void a_loaded_reader_that_is_reported_absent_during_a_phase_is_found() {
        Run run = new Run(READS, 11, 0);
        KnownOutcomes before = run.known.removeLast();
        run.known.add(new KnownOutcomes(
                before.executed(), before.executed(), Ranges.NONE, Ranges.NONE, Ranges.NONE, List.of()));
        assertThat(run.findings().getLast().reason()).contains("feeds are wrong", "reported absent");
    }

    @Test
    void two_answers_that_cannot_both_be_true_are_found() {
        EdgeCheck edges = new EdgeCheck();
        edges.made(1, 2, Effect.ONCE, true);
        edges.made(1, 2, Effect.ONCE, true);
        edges.forEach((edge, effect) -> {});
        assertThat(edges.answers().passed()).isFalse();
        assertThat(edges.answers().reason()).contains("edge 1 to 2", "2 times");
    }

    @Test
    void batches_are_counted_by_element_and_a_lost_one_may_be_there_or_not() {
        Plan plan = PlanReader.parse("""
                target: {kind: noop}
                workload: {kind: batch-insert, vertices: 1000, edges: 2000, vertexBatch: 10, edgeBatch: 20}
                state: fresh
                phases:
                  - {kind: measure, name: v, part: vertices}
                  - {kind: measure, name: e, part: edges}
                """, "test.yaml", List.of());
        Workload workload = workload(plan);
        List<ExecutedPhase> phases = ExecutedPhase.of(plan, workload);
        InsertModel model = new InsertModel();
        List<KnownOutcomes> known = new ArrayList<>();
        for (ExecutedPhase phase : phases) {
            Operations operations = workload.operations(phase.key());
            for (long batch = 0; batch < phase.planned(); batch++) {
                model.apply((InsertOperation) operations.at(batch));
            }
            known.add(known(Ranges.NONE));
        }
        assertThat(Oracle.of(workload, phases, known, 5).graph(model.fingerprint()))
                .allMatch(Finding::passed)
                .extracting(Finding::expected)
                .startsWith("1000", "2000");
        known.set(1, known(Ranges.of(3, 5)));
        assertThat(Oracle.of(workload, phases, known, 5).graph(model.fingerprint()))
                .allMatch(Finding::passed)
                .extracting(Finding::expected)
                .startsWith("1000", "1960 to 2000");
        InsertEdges more = new InsertEdges(new long[] {1L << 50}, new long[] {0}, new long[] {1});
        assertThat(model.apply(more).name()).isEqualTo("ok");
        assertThat(Oracle.of(workload, phases, known, 5)
                        .graph(model.fingerprint())
                        .get(1)
                        .reason())
                .isEqualTo("the database holds 2001 edges, the answers that it gave make 1960 to 2000");
    }

    private static KnownOutcomes known(Ranges uncertain) {
        return new KnownOutcomes(Ranges.of(0, 100), Ranges.NONE, Ranges.NONE, uncertain, Ranges.NONE, List.of());
    }
}
