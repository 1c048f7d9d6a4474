package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.workloads.Workload;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.plan.turns.TurnSchedule;
import muster.workloads.plan.turns.TurnSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Phases that offer several loads at the same time. */
class StreamsTest {
    private static final String GRAPHITY = """
            name: two
            target: {kind: noop}
            workload: {kind: graphity, users: 300, mix: {follow: 30, unfollow: 10, post: 40, feed: 20}}
            phases:
              - {kind: warmup, duration: 1s}
              - {kind: measure, duration: 4s, streams: %s}
              - {kind: measure, duration: 1s}
            """;

    private static final String TWO =
            "{writers: {operations: {follow: 3, post: 1}, rate: 200/s}, scans: {operations: {feed: 1}, clients: 4, think: 1ms}}";

    private static final String TWO_STREAMS = "streams: {x: {clients: 1}, y: {clients: 1}}";

    private static Plan plan(String streams, String... sets) {
        return PlanReader.parse(GRAPHITY.formatted(streams), "p.yaml", List.of(sets));
    }

    private static Workload workload(Plan plan) {
        return PlanWorkload.of(plan, name -> {
            throw new PlanException(name);
        });
    }

    private static List<ExecutedPhase> loads(Plan plan) {
        return ExecutedPhase.of(plan, workload(plan)).stream()
                .flatMap(phase -> phase.loads().stream())
                .toList();
    }

    @Test
    void a_stream_has_a_load_of_its_own_and_the_bound_of_its_phase() {
        PhaseSpec phase = plan(TWO).phases().get(1);
        assertThat(phase.clients()).isEqualTo(132);
        assertThat(phase.rate()).isNull();
        assertThat(phase.streams()).extracting(PhaseSpec.Stream::name).containsExactly("writers", "scans");
        PhaseSpec writers = phase.streams().getFirst().load();
        assertThat(writers.rate()).isEqualTo(new PhaseSpec.Rate(200, 1_000_000_000, false));
        assertThat(writers.durationNs()).isEqualTo(4_000_000_000L);
        assertThat(phase.streams().getLast().load().clients()).isEqualTo(4);
    }

    @Test
    void set_and_the_json_of_a_plan_know_streams() {
        Plan set = plan(TWO, "measure.streams.writers.rate=50/s", "measure.streams.scans.clients=9");
        assertThat(set.phases().get(1).clients()).isEqualTo(137);
        Plan again = PlanJson.read(PlanJson.write(set));
        assertThat(again.phases()).isEqualTo(set.phases());
    }

    @Test
    void operations_of_a_stream_are_the_part_of_the_mix_that_it_names() {
        Plan plan = plan(TWO);
        assertThat(counts(loads(plan).get(1), workload(plan))).isEqualTo(Map.of("follow", 750L, "post", 250L));
        assertThat(counts(loads(plan).get(2), workload(plan))).isEqualTo(Map.of("feed", 1_000L));
    }

    private static Map<String, Long> counts(ExecutedPhase load, Workload ofPlan) {
        Map<String, Long> counts = new TreeMap<>();
        LongStream.range(0, 1_000)
                .mapToObj(load.operations(ofPlan)::at)
                .map(Operation::kind)
                .forEach(kind -> counts.merge(kind.label(), 1L, Long::sum));
        return counts;
    }

    /** What they add has its own ids, and they take other edges away. */
    @Test
    void no_two_loads_have_the_same_key_or_slot() {
        List<ExecutedPhase> loads = loads(plan(TWO));
        assertThat(loads).hasSize(4);
        assertThat(loads).extracting(load -> load.key().ordinal()).containsExactly(0, 1, 129, 2);
        assertThat(loads).extracting(load -> load.key().phase()).containsExactly(0, 1, 1, 2);
        assertThat(loads).extracting(load -> load.key().slot()).containsExactly(0, 1, 2, 3);
        assertThat(loads).extracting(load -> load.key().slots()).containsOnly(4);
        assertThat(loads.stream().map(load -> load.key().hash()).distinct()).hasSize(4);
    }

    @Test
    void thresholds_name_a_stream_or_an_operation_of_it() {
        Plan plan = PlanReader.parse(
                GRAPHITY.formatted(TWO) + "thresholds: [writers post p99 < 50ms, scans service mean < 1s]\n",
                "p.yaml",
                List.of());
        assertThat(plan.thresholds()).extracting("operation").containsExactly("writers post", "scans");
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(
                        "{a: {operations: {pots: 1}}}",
                        "p.yaml:6: phases[1].streams.a.operations.pots: no operation of the workload; did you mean post?"),
                Arguments.of(
                        "{a: {operations: {post: 0}}}",
                        "p.yaml:6: phases[1].streams.a.operations.post: 0: expected a number above 0"),
                Arguments.of(
                        "{post: {clients: 1}}",
                        "p.yaml:6: phases[1].streams.post: expected as its name letters, digits, - and _, and no operation's name"),
                Arguments.of(
                        "{a b: {clients: 1}}",
                        "p.yaml:6: phases[1].streams.a b: expected as its name letters, digits, - and _, and no operation's name"),
                Arguments.of(
                        "{}",
                        "p.yaml:6: phases[1].streams: {}: expected 1 to 16 streams by name, such as {writers: {rate: 200/s}, scans: {clients: 4}}"),
                Arguments.of("{a: 4}", "p.yaml:6: phases[1].streams.a: 4: expected a stream, such as {clients: 4}"),
                Arguments.of(
                        "{a: {duration: 1s}}",
                        "p.yaml:6: phases[1].streams.a.duration: unknown key; there are operations, workload, clients, rate, arrivals, maxInFlight, ramp, think, pacing"),
                Arguments.of(
                        "{a: {rate: 1/s, think: 1s}}",
                        "p.yaml:6: phases[1].streams.a.think: excludes rate; give one of the two"),
                Arguments.of(
                        "{a: {workload: {kind: batch-insert}}}",
                        "stream a: workload batch-insert has a graph of its own, and a plan loads one; use workload query"),
                Arguments.of(
                        "{a: {workload: {kind: query, operations: {q: {cypher: RETURN 1}}, colour: red}}}",
                        "p.yaml:6: phases[1].streams.a.workload.colour: unknown key"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void a_wrong_stream_is_refused(String streams, String message) {
        assertThatThrownBy(() -> loads(plan(streams)))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void a_phase_with_streams_has_a_duration_and_no_load_beside_them() {
        assertThatThrownBy(() -> plan(TWO, "measure.duration=", "measure.operations=5"))
                .hasMessage(
                        "--set measure.operations: phases[1].operations: not in a phase with streams; give it to a stream, or take streams out");
        assertThatThrownBy(() -> plan(TWO, "measure.duration="))
                .hasMessage("p.yaml:6: phases[1].streams: needs a duration; it bounds all of them");
        assertThatThrownBy(() -> plan(TWO, "measure.clients=5"))
                .hasMessageContaining("phases[1].clients: not in a phase with streams");
    }

    private static Plan turns(String turns, String streams) {
        return PlanReader.parse(GRAPHITY.formatted(streams + ", turns: " + turns), "p.yaml", List.of());
    }

    @Test
    void streams_may_take_turns_which_all_workers_know_from_the_plan() {
        PhaseSpec phase = turns("200ms", TWO).phases().get(1);
        assertThat(phase.turns()).isEqualTo(new TurnSpec(200_000_000, 40_000_000, 5));
        Plan plan = turns("{length: 300ms, guard: 0s, alike: 2.5%}", TWO);
        assertThat(plan.phases().get(1).turns()).isEqualTo(new TurnSpec(300_000_000, 0, 2.5));
        Plan again = PlanJson.read(PlanJson.write(plan));
        assertThat(again.phases()).isEqualTo(plan.phases());
        ExecutedPhase executed = ExecutedPhase.of(plan, workload(plan)).get(1);
        TurnSchedule schedule = new TurnSchedule(executed.key().hash(), 2, 300_000_000, 0, false);
        assertThat(executed.loads()).extracting(ExecutedPhase::turns).containsExactly(schedule.arm(0), schedule.arm(1));
    }

    @Test
    void a_rate_is_offered_in_the_turns_of_its_stream_only() {
        Plan plan = turns("200ms", TWO);
        ExecutedPhase writers =
                ExecutedPhase.of(plan, workload(plan)).get(1).loads().getFirst();
        ArmTurns arm = Objects.requireNonNull(writers.turns());
        ArrivalSchedule arrivals = Objects.requireNonNull(writers.arrivals());
        List<Long> times = LongStream.range(0, 1_000)
                .map(index -> arrivals.timeNs(0, arrivals.first(), index))
                .filter(at -> at < writers.spec().durationNs())
                .boxed()
                .toList();
        // 200 a second in ten turns of 200 ms.
        assertThat(times).hasSize(400).allMatch(at -> arm.next(at).startNs() <= at);
    }

    static Stream<Arguments> wrongTurns() {
        return Stream.of(
                Arguments.of(
                        "40ms", TWO, ".turns: \"40ms\": expected a duration from 50ms to 1m, such as 20s or 250ms"),
                Arguments.of(
                        "3s", TWO, ".turns: of 3s: a duration of 4s has not room for two of each of the 2 streams"),
                Arguments.of(
                        "{length: 100ms, guard: 60ms}",
                        TWO,
                        ".turns.guard: \"60ms\": expected at most half of the length of a turn"),
                Arguments.of(
                        "{length: 100ms, alike: 0.05}",
                        TWO,
                        ".turns.alike: 0.05: expected a percentage from 0.1% to 50%, such as 5%"),
                Arguments.of(
                        "{length: 100ms, alike: 0%}",
                        TWO, ".turns.alike: \"0%\": expected a percentage from 0.1% to 50%, such as 5%"),
                Arguments.of(
                        "{length: 100ms, alike: 51%}",
                        TWO, ".turns.alike: \"51%\": expected a percentage from 0.1% to 50%, such as 5%"),
                Arguments.of("{lenght: 100ms}", TWO, ".turns.lenght: unknown key; did you mean length?"),
                Arguments.of("100ms", "{a: {clients: 1}}", ".turns: needs two streams or more, which take them"),
                Arguments.of(
                        "100ms",
                        "{a: {clients: 1}, b: {rate: {spike: {base: 1/s, peak: 2/s, at: 1s, for: 1s}}}}",
                        ".turns: excludes a profile or a ramp, as of stream b: all turns of a stream offer the same load"));
    }

    @ParameterizedTest
    @MethodSource("wrongTurns")
    void wrong_turns_are_refused(String turns, String streams, String message) {
        assertThatThrownBy(() -> turns(turns, streams))
                .isInstanceOf(PlanException.class)
                .hasMessage("p.yaml:6: phases[1]" + message);
    }

    private static Plan shared(String turns, String load) {
        return PlanReader.parse(
                GRAPHITY.formatted("{}").replace("streams: {}", load + ", turns: " + turns), "p.yaml", List.of());
    }

    @Test
    void the_load_of_a_phase_may_take_turns_with_those_of_other_runs() {
        Plan plan = shared("{length: 200ms, of: [mine, theirs], as: theirs}", "clients: 2");
        TurnSpec turns = new TurnSpec(200_000_000, 40_000_000, 5, List.of("mine", "theirs"), 1);
        assertThat(plan.phases().get(1).turns()).isEqualTo(turns);
        assertThat(PlanJson.read(PlanJson.write(plan)).phases()).isEqualTo(plan.phases());
        ExecutedPhase executed = ExecutedPhase.of(plan, workload(plan)).get(1);
        assertThat(executed.loads()).containsExactly(executed);
        assertThat(executed.turns()).isEqualTo(turns.ofRun());
    }

    @Test
    void runs_that_take_turns_are_asked_for_the_same_where_a_phase_draws_as_an_earlier_one() {
        String turns = "turns: {length: 200ms, of: [mine, theirs], as: theirs, draws: warmup}";
        Plan plan = PlanReader.parse(
                GRAPHITY.formatted("{}").replace("streams: {}", "clients: 2, " + turns), "p.yaml", List.of());
        assertThat(PlanJson.read(PlanJson.write(plan)).phases()).isEqualTo(plan.phases());
        List<ExecutedPhase> phases = ExecutedPhase.of(plan, workload(plan));
        PhaseKey warmUp = phases.get(0).key();
        PhaseKey measure = phases.get(1).key();
        assertThat(measure.hash()).isEqualTo(warmUp.hash());
        assertThat(List.of(measure.ordinal(), measure.slot())).isNotEqualTo(List.of(warmUp.ordinal(), warmUp.slot()));
        assertThat(phases.get(2).key().hash()).isNotEqualTo(warmUp.hash());
    }

    @Test
    void draws_are_those_of_a_phase_before() {
        Plan plan = shared("{length: 200ms, of: [mine, theirs], as: theirs, draws: measure-2}", "clients: 2");
        assertThatThrownBy(() -> ExecutedPhase.of(plan, workload(plan)))
                .isInstanceOf(PlanException.class)
                .hasMessage("phase measure: turns.draws: measure-2 is no phase before it");
    }

    static Stream<Arguments> wrongRuns() {
        return Stream.of(
                Arguments.of(
                        "{of: [a], as: a}", "clients: 1", ".turns.of: [\"a\"]: expected 2 to 16 names that differ"),
                Arguments.of("{of: [a, a], as: a}", "clients: 1", ".turns.of: [\"a\", \"a\"]: expected 2 to 16 names"),
                Arguments.of("{of: [a, 2], as: a}", "clients: 1", ".turns.of: [\"a\", 2]: expected 2 to 16 names"),
                Arguments.of("{of: [a, b]}", "clients: 1", ".turns.as: missing: expected this run's name, one of a, b"),
                Arguments.of("{of: [a, b], as: c}", "clients: 1", ".turns.as: \"c\": expected this run's name"),
                Arguments.of("{draws: warmup}", TWO_STREAMS, ".turns.draws: needs of, the names of all runs"),
                Arguments.of(
                        "{of: [a, b], as: a}",
                        "rate: 9/s",
                        ".turns.of: excludes a rate, a profile and a ramp: runs take"),
                Arguments.of(
                        "{length: 3s, of: [a, b], as: a}",
                        "clients: 1",
                        ".turns: of 3s: a duration of 4s has not room for two of each of the 2 runs"),
                Arguments.of(
                        "{of: [a, b], as: a}",
                        TWO_STREAMS,
                        ".turns.of: names runs with one load each, and this phase has several"));
    }

    @ParameterizedTest
    @MethodSource("wrongRuns")
    void wrong_turns_with_other_runs_are_refused(String turns, String load, String message) {
        assertThatThrownBy(() -> shared(turns, load))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(message);
    }

    @Test
    void turns_without_streams_are_refused() {
        assertThatThrownBy(() -> PlanReader.parse(
                        GRAPHITY.formatted("{}").replace("streams: {}", "turns: 100ms"), "p.yaml", List.of()))
                .hasMessage("p.yaml:6: phases[1].turns: only with streams or compare, whose arms take them, or with of,"
                        + " which names runs");
    }
}
