package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.workloads.Workload;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.turns.TurnSchedule;
import muster.workloads.plan.turns.TurnSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of one key that take turns in a phase, and the data of each. */
class CompareTest {
    private static final String PLAN = """
            name: arms
            target: {kind: noop}
            workload: {kind: graphity, algorithm: graphity, users: 300, mix: {follow: 30, unfollow: 10, post: 40, feed: 20}, seed: 7}
            phases:
              - {kind: load}
              - {kind: warmup, duration: 10s, clients: 8, compare: {workload.algorithm: [st, stou, graphity]}}
              - {kind: measure, duration: 30s, %s}
            """;
    private static final String ALGORITHMS = "clients: 8, compare: {workload.algorithm: [st, stou, graphity]}";

    private static Plan plan(String measure, String... sets) {
        return PlanReader.parse(PLAN.formatted(measure), "p.yaml", List.of(sets));
    }

    private static Workload workload(Plan plan) {
        return PlanWorkload.of(plan, name -> {
            throw new PlanException(name);
        });
    }

    private static List<ExecutedPhase> phases(Plan plan) {
        return ExecutedPhase.of(plan, workload(plan));
    }

    private static List<ExecutedPhase> loads(Plan plan) {
        return phases(plan).stream().flatMap(phase -> phase.loads().stream()).toList();
    }

    private static List<ExecutedPhase> loads(String measure, String... sets) {
        return loads(plan(measure, sets));
    }

    private static List<PhaseSpec.Stream> measured(Plan plan) {
        return plan.phases().getLast().streams();
    }

    private static List<Integer> numbers(List<ExecutedPhase> loads) {
        return loads.stream()
                .map(load -> Objects.requireNonNull(load.namespace()).number())
                .toList();
    }

    @Test
    void each_value_is_a_stream_with_the_load_of_its_phase() {
        List<PhaseSpec.Stream> arms = measured(plan(ALGORITHMS));
        assertThat(arms).extracting(PhaseSpec.Stream::name).containsExactly("st", "stou", "graphity");
        assertThat(arms).extracting(arm -> arm.load().clients()).containsOnly(8);
        assertThat(arms).extracting(arm -> arm.load().durationNs()).containsOnly(30_000_000_000L);
        assertThat(arms)
                .extracting(arm -> arm.workload() == null
                        ? "plan"
                        : arm.workload().settings().text("algorithm"))
                .containsExactly("st", "stou", "plan");
    }

    @Test
    void arms_with_data_of_their_own_are_asked_the_same_at_the_same_places_of_their_turns() {
        Plan plan = plan(
                "rate: 90/s, arrivals: poisson, turns: 200ms, compare: {workload.algorithm: [st, stou, graphity]}");
        List<ExecutedPhase> arms = phases(plan).getLast().streams();
        List<List<Operation>> asked =
                arms.stream().map(arm -> operations(plan, arm)).toList();
        List<Operation> first =
                asked.getFirst().stream().map(CompareTest::ofNoArm).toList();
        assertThat(asked)
                .allSatisfy(each ->
                        assertThat(each.stream().map(CompareTest::ofNoArm)).containsExactlyElementsOf(first));
        assertThat(asked.stream()
                        .flatMap(List::stream)
                        .filter(Post.class::isInstance)
                        .map(each -> ((Post) each).post()))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(300);
        assertThat(arms).extracting(arm -> onNs(arm, 100)).containsOnly(onNs(arms.getFirst(), 100));
    }

    /** When an arrival is due, by the time of its arm. */
    private static long onNs(ExecutedPhase arm, long index) {
        ArrivalSchedule arrivals = Objects.requireNonNull(arm.arrivals());
        return arm.onNs(arrivals.timeNs(0, arrivals.first(), index));
    }

    private static List<Operation> operations(Plan plan, ExecutedPhase arm) {
        Workload.Operations operations = arm.operations(workload(plan));
        return LongStream.range(0, 300).mapToObj(operations::at).toList();
    }

    /** Without what tells the data of one arm from those of another. */
    private static Operation ofNoArm(Operation operation) {
        return switch (operation) {
            case Follow(long user, long followee) -> new Follow(ofNoArm(user), ofNoArm(followee));
            case Unfollow(long user, long followee) -> new Unfollow(ofNoArm(user), ofNoArm(followee));
            case Post(long author, long post, String message) -> new Post(ofNoArm(author), EntityId.index(post), "");
            case Feed(long reader, int k) -> new Feed(ofNoArm(reader), k);
            default -> throw new IllegalArgumentException(operation.toString());
        };
    }

    private static long ofNoArm(long user) {
        return user & (1L << 31) - 1;
    }

    @Test
    void streams_that_share_data_or_do_not_take_turns_have_draws_of_their_own() {
        assertThat(
                        draws(
                                "turns: 1s, streams: {a: {clients: 1, operations: {feed: 1}}, b: {clients: 8, operations: {feed: 1}}}"))
                .doesNotHaveDuplicates();
        String own = "workload: {kind: graphity, users: 300, namespace: ";
        assertThat(draws("streams: {a: {clients: 1, %s1}}, b: {clients: 1, %s2}}}".formatted(own, own)))
                .doesNotHaveDuplicates();
        assertThat(draws("turns: 1s, streams: {a: {clients: 1, %s1}}, b: {clients: 1, %s2}}}".formatted(own, own)))
                .hasSize(2)
                .containsOnly(draws("clients: 1").getFirst());
    }

    /** Of a plan that measures with all that it has. */
    private static List<Long> draws(String measure) {
        String text =
                "{name: a, target: {kind: noop}, workload: {kind: graphity, users: 300, seed: 7}, phases: [{kind: measure, duration: 30s, "
                        + measure + "}]}";
        return loads(PlanReader.parse(text, "p.yaml", List.of())).stream()
                .map(load -> load.key().hash())
                .toList();
    }

    @Test
    void arms_take_turns_of_half_a_second_unless_turns_says_otherwise() {
        assertThat(plan(ALGORITHMS).phases().getLast().turns()).isEqualTo(new TurnSpec(500_000_000, 100_000_000, 5));
        Plan plan = plan(ALGORITHMS + ", turns: {length: 200ms, guard: 0s}");
        assertThat(plan.phases().getLast().turns()).isEqualTo(new TurnSpec(200_000_000, 0, 5));
        ExecutedPhase measured = phases(plan).getLast();
        TurnSchedule schedule = new TurnSchedule(measured.key().hash(), 3, 200_000_000, 0, false);
        assertThat(measured.streams())
                .extracting(ExecutedPhase::turns)
                .containsExactly(schedule.arm(0), schedule.arm(1), schedule.arm(2));
    }

    @Test
    void values_that_cannot_be_names_stand_behind_their_key() {
        assertThat(measured(plan("compare: {clients: [8, 16]}")))
                .extracting(PhaseSpec.Stream::name)
                .containsExactly("clients-8", "clients-16");
        assertThat(measured(plan("compare: {rate: [100/s, 7]}, maxInFlight: 4")))
                .extracting(PhaseSpec.Stream::name)
                .containsExactly("rate-100-s", "rate-7");
        assertThat(measured(plan("compare: {workload.mix: [{feed: 100}, {post: 100}]}")))
                .extracting(PhaseSpec.Stream::name)
                .containsExactly("mix-1", "mix-2");
        assertThat(measured(plan("compare: {think: [1ms, {mean: 1ms, distribution: exponential}]}")))
                .extracting(PhaseSpec.Stream::name)
                .containsExactly("think-1ms", "think-2");
    }

    @Test
    void arms_of_all_phases_with_the_same_workload_have_the_same_namespace() {
        List<ExecutedPhase> loads = loads(ALGORITHMS);
        assertThat(loads)
                .extracting(ExecutedPhase::name)
                .containsExactly(
                        "load-vertices",
                        "load-vertices-st",
                        "load-vertices-stou",
                        "load-edges",
                        "load-edges-st",
                        "load-edges-stou",
                        "load-chains",
                        "st",
                        "stou",
                        "graphity",
                        "st",
                        "stou",
                        "graphity");
        assertThat(numbers(loads)).containsExactly(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0);
        assertThat(loads)
                .filteredOn(ExecutedPhase::indexAfter)
                .extracting(ExecutedPhase::name)
                .containsExactly("load-vertices-stou");
    }

    @Test
    void each_namespace_has_edges_to_take_as_if_it_were_alone() {
        List<ExecutedPhase> arms = loads(ALGORITHMS).subList(7, 13);
        assertThat(arms).extracting(arm -> arm.key().slot()).containsExactly(0, 0, 0, 1, 1, 1);
        assertThat(arms).extracting(arm -> arm.key().slots()).containsOnly(2);
        assertThat(arms.stream().map(arm -> arm.key().ordinal()).distinct()).hasSize(6);
    }

    @Test
    void a_target_is_opened_with_the_workload_of_the_namespace() {
        Plan plan = plan(ALGORITHMS);
        assertThat(loads(plan))
                .extracting(load -> load.workloadOf(plan).settings().text("algorithm"))
                .startsWith("graphity", "st", "stou")
                .endsWith("st", "stou", "graphity");
    }

    @Test
    void users_of_a_namespace_have_ids_of_its_own() {
        Plan plan = plan(ALGORITHMS);
        Workload workload = workload(plan);
        assertThat(loads(plan).subList(0, 3))
                .extracting(load -> ((LoadUser) load.operations(workload).at(5)).user())
                .containsExactly(5L, (1L << 31) + 5, (2L << 31) + 5);
    }

    @Test
    void arms_that_write_have_data_of_their_own_and_arms_that_read_share_them() {
        Plan writing = plan("compare: {clients: [8, 16]}");
        List<ExecutedPhase> arms = phases(writing).getLast().streams();
        assertThat(numbers(arms)).containsExactly(0, 3);
        assertThat(Namespace.of(writing))
                .extracting(Namespace::name)
                .containsExactly("graphity", "st", "stou", "clients-16");
        String reading = "compare: {clients: [8, 16]}";
        Plan feeds = plan(reading, "workload.mix={feed: 100}", "warmup.compare=");
        assertThat(Namespace.of(feeds)).isEmpty();
        assertThat(loads(feeds))
                .extracting(ExecutedPhase::name)
                .containsExactly("load-vertices", "load-edges", "load-chains", "warmup", "clients-8", "clients-16");
    }

    @Test
    void a_default_that_is_left_out_is_the_same_as_one_that_stands_there() {
        Plan plan = plan(ALGORITHMS, "workload.algorithm=");
        assertThat(measured(plan)).extracting(arm -> arm.workload() == null).containsExactly(false, true, false);
    }

    @Test
    void the_json_of_a_plan_has_arms_as_streams() {
        Plan plan = plan(ALGORITHMS);
        Plan again = PlanJson.read(PlanJson.write(plan));
        assertThat(PlanJson.write(again)).isEqualTo(PlanJson.write(plan)).doesNotContain("compare");
        assertThat(Namespace.of(again)).extracting(Namespace::number).containsExactly(0, 1, 2);
        assertThat(loads(again))
                .extracting(ExecutedPhase::key)
                .isEqualTo(loads(plan).stream().map(ExecutedPhase::key).toList());
    }

    @Test
    void a_sweep_changes_what_all_arms_have() {
        Plan plan = PlanReader.parse(
                PLAN.formatted(ALGORITHMS) + "sweep: {workload.users: [300, 400], measure.clients: [2, 4]}\n",
                "p.yaml",
                List.of());
        List<Step> steps = Steps.of(plan);
        assertThat(steps).hasSize(4);
        Plan last = steps.getLast().plan();
        assertThat(measured(last)).extracting(arm -> arm.load().clients()).containsOnly(4);
        assertThat(loads(last).subList(0, 3)).extracting(ExecutedPhase::planned).containsOnly(400L);
    }

    @Test
    void a_phase_without_compare_uses_the_data_of_the_arm_with_the_plans_workload() {
        assertThat(numbers(loads("clients: 2")).getLast()).isZero();
        assertThatThrownBy(() -> loads("clients: 2", "workload.k=5", "warmup.compare={workload.k: [6, 7]}"))
                .hasMessage(
                        "phases: measure: it would use other data than all arms, those of section workload; give it the same compare or streams");
    }

    @Test
    void thresholds_name_an_arm_or_an_operation_of_it() {
        Plan plan = PlanReader.parse(
                PLAN.formatted(ALGORITHMS) + "thresholds: [st post p99 < 50ms, stou p99 < 1s]\n", "p.yaml", List.of());
        assertThat(plan.thresholds()).extracting("operation").containsExactly("st post", "stou");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(
                        "compare: 4",
                        "compare: 4: expected one key and its values, such as {workload.algorithm: [stou, graphity]}"),
                Arguments.of(
                        "compare: {clients: [1, 2], think: [1ms, 2ms]}",
                        "compare: {\"clients\": [1, 2], \"think\": [\"1ms\", \"2ms\"]}: expected one key"),
                Arguments.of(
                        "compare: {clients: [1]}", "compare.clients: [1]: expected 2 to 16 values, such as [8, 16]"),
                Arguments.of(
                        "compare: {workload.algorithm: st}",
                        "compare.workload.algorithm: \"st\": expected 2 to 16 values, such as [stou, graphity]"),
                Arguments.of(
                        "compare: {clients: [1, 1]}",
                        "compare.clients: 1: expected values that differ; this one stands there twice"),
                Arguments.of(
                        "compare: {think: [1ms, 0.001s]}",
                        "compare.think: \"0.001s\": expected values that differ; this one stands there twice"),
                Arguments.of(
                        "compare: {workload.followeeExponent: [1, 1.0]}",
                        "compare.workload.followeeExponent: 1.0: expected values that differ"),
                Arguments.of("compare: {clients: [1, 0]}", "clients: 0: expected a whole number"),
                Arguments.of(
                        "compare: {rate: [5/s, many]}",
                        "rate: \"many\": expected a number and a time, such as 1000/s or 60/m"),
                Arguments.of(
                        "compare: {clients: [1, 2]}, clients: 3",
                        "clients: stands in compare, too; give one of the two (--set measure.clients= drops it)"),
                Arguments.of("compare: {clients: [1, 2]}, rate: 5/s, think: 1s", "think: excludes rate"),
                Arguments.of(
                        "compare: {workload.algorithm: [st, stouu]}",
                        "compare.workload.algorithm: \"stouu\": expected one of stou, graphity, st; did you mean stou?"),
                Arguments.of(
                        "compare: {workload.algoritm: [st, stou]}",
                        "compare.workload.algoritm: unknown key; did you mean algorithm?"),
                Arguments.of(
                        "compare: {colour: [red, blue]}",
                        "compare.colour: cannot take turns; expected workload.KEY, or one of clients, rate, think, pacing"),
                Arguments.of(
                        "compare: {target.uri: [a, b]}",
                        "compare.target.uri: all arms of a phase use the plan's target, so this cannot take turns; use ./muster ab PLAN --vary target.uri=VALUE,VALUE, or sweep: {target.uri: [VALUE, VALUE]}"),
                Arguments.of(
                        "compare: {server.version: [a, b]}",
                        "compare.server.version: all arms of a phase use one server, so this cannot take turns; use ./muster ab"),
                Arguments.of(
                        "compare: {data.kind: [a, b]}",
                        "compare.data.kind: all arms of a phase use the data of the plan, so this cannot take turns; use ./muster ab"),
                Arguments.of(
                        "compare: {workload.seed: [1, 2]}",
                        "compare.workload.seed: arms of another seed would differ in their data too; use ./muster ab"),
                Arguments.of(
                        "compare: {workload.depth: [parse, execute]}",
                        "compare.workload.depth: a plan has one depth; use ./muster ab"),
                Arguments.of(
                        "compare: {workload.namespace: [1, 2]}",
                        "compare.workload.namespace: each arm gets a namespace where it needs one; leave it out"),
                Arguments.of(
                        "compare: {clients: [1, 2]}, streams: {a: {clients: 1}}",
                        "streams: excludes compare; give one of the two"),
                Arguments.of(
                        "compare: {clients: [1, 2]}, turns: 10s",
                        "turns: of 10s: a duration of 30s has not room for two of each of the 2 streams"),
                Arguments.of(
                        "compare: {clients: [1, 2]}, turns: often",
                        "turns: \"often\": expected a duration from 50ms to 1m"),
                Arguments.of(
                        "compare: {rate: [10/s, {spike: {base: 1/s, peak: 2/s, at: 1s, for: 1s}}]}",
                        "turns: excludes a profile or a ramp, as of stream rate-2: all turns of a stream offer the same load"),
                Arguments.of(
                        "compare: {clients: [1, 2]}, ramp: 1s",
                        "ramp: not in a phase with compare, whose arms take turns; take it out"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void a_wrong_comparison_is_refused_in_one_line(String measure, String message) {
        assertThatThrownBy(() -> loads(measure))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith("p.yaml:7: phases[2]." + message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void a_phase_with_compare_has_a_duration() {
        assertThatThrownBy(() ->
                        plan("clients: 1, compare: {clients: [1, 2]}", "measure.duration=", "measure.operations=5"))
                .hasMessage(
                        "--set measure.operations: phases[2].operations: not in a phase with compare, whose arms take turns; take it out");
        assertThatThrownBy(() -> plan("compare: {clients: [1, 2]}", "measure.duration="))
                .hasMessage("p.yaml:7: phases[2].compare: needs a duration, within which its arms take turns");
    }

    @Test
    void other_workloads_with_a_graph_are_refused() {
        String plan = """
                target: {kind: noop}
                workload: {kind: batch-insert}
                phases: [{kind: measure, duration: 1s, compare: {clients: [1, 2]}}]
                """;
        assertThatThrownBy(() -> PlanReader.parse(plan, "p.yaml", List.of()))
                .hasMessage(
                        "p.yaml:3: phases[0].compare.clients: workload batch-insert has one graph, which all of its phases change; use ./muster ab PLAN --vary measure.clients=VALUE,VALUE, or sweep: {measure.clients: [VALUE, VALUE]}");
    }

    @Test
    void streams_may_choose_their_namespaces() {
        String streams = "streams: {a: {workload: {kind: graphity, users: 20, namespace: %d}}, b: {clients: 2}}";
        List<ExecutedPhase> arms = loads(streams.formatted(5)).subList(12, 14);
        assertThat(numbers(arms)).containsExactly(5, 0);
        assertThatThrownBy(() -> loads(streams.formatted(0)))
                .hasMessage(
                        "stream a: workload: namespace 0 has the data of the plan's own workload; give it another, or take workload out");
        assertThatThrownBy(() -> loads(streams.formatted(1)
                        .replace("clients: 2", "workload: {kind: graphity, users: 30, namespace: 1}")))
                .hasMessage(
                        "stream b: workload: namespace 1 has other keys in another stream; give it another number, or the same keys");
    }
}
