package muster.workloads.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.PlanWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
    private static final String GRAPHITY = """
            target: {kind: noop}
            workload: {kind: graphity, users: 50, seed: 9, mix: {follow: 40, unfollow: 5, post: 30, addUser: 5, feed: 20}}
            phases: [{kind: load}, {kind: warmup, operations: 20}, {kind: measure, rate: 100/s, arrivals: poisson, duration: 2s}]
            """;
    private static final String QUERY = """
            target: {kind: noop}
            workload:
              kind: query
              parameters:
                text: {choice: ["plain", "with \\"quotes\\" and \\\\", "line\\nend\\u0001", "Grüße 世界 😀", true, 1.5, 1.0e300, -0.0, 7]}
                number: {integer: [-900719925474099300, -900719925474099290]}
              operations:
                first: {weight: 3, cypher: "RETURN $t", with: {t: text, n: number}}
                second: {cypher: "RETURN $limit", with: {limit: 20, half: 0.5, yes: true}}
            phases: [{kind: measure, operations: 500}]
            """;
    private static final String NOOP = """
            target: {kind: noop}
            workload: {kind: noop, delay: 2ms}
            phases: [{kind: measure, operations: 30}]
            """;

    @TempDir
    private Path folder;

    private Workload workload(String plan, String... sets) {
        return PlanWorkload.of(plan(plan, sets), this::path);
    }

    private static Plan plan(String plan, String... sets) {
        return PlanReader.parse(plan, "p.yaml", List.of(sets));
    }

    private Path path(String name) {
        return folder.resolve(name);
    }

    private static List<ExecutedPhase> recorded(Plan plan, Workload workload) {
        return ExecutedPhase.of(plan, workload).stream()
                .filter(phase -> phase.spec().kind() != PhaseKind.LOAD)
                .toList();
    }

    /** All operations of a plan, by the name of their phase. */
    private static List<String> operations(Plan plan, Workload workload) {
        List<String> all = new ArrayList<>();
        for (ExecutedPhase phase : recorded(plan, workload)) {
            Operations operations = workload.operations(phase.key());
            for (long index = 0; index < count(phase); index++) {
                Operation operation = operations.at(index);
                all.add(phase.name() + " " + operation + " " + operation.digest());
            }
        }
        return all;
    }

    private static long count(ExecutedPhase phase) {
        long count = 0;
        ArrivalSchedule arrivals = phase.arrivals();
        if (phase.planned() >= 0 || arrivals == null) {
            return phase.planned();
        }
        while (arrivals.timeNs(0, arrivals.first(), count) < phase.spec().durationNs()) {
            count++;
        }
        return count;
    }

    private Path record(String text, String name) throws IOException {
        Plan plan = plan(text);
        Workload workload = workload(text);
        List<RecordedPhase> phases = recorded(plan, workload).stream()
                .map(phase -> new RecordedPhase(phase.name(), count(phase), phase.arrivals() != null))
                .toList();
        ReplayHeader header =
                new ReplayHeader(plan.workload().kind(), plan.seed(), "p", "00", ReplayWorkload.load(workload), phases);
        try (ReplayWriter writer = new ReplayWriter(path(name), header)) {
            for (ExecutedPhase phase : recorded(plan, workload)) {
                add(phase, workload.operations(phase.key()), writer);
            }
            writer.finish();
        }
        return path(name);
    }

    private static void add(ExecutedPhase phase, Operations operations, ReplayWriter writer) throws IOException {
        ArrivalSchedule arrivals = phase.arrivals();
        for (long index = 0; index < count(phase); index++) {
            if (arrivals == null) {
                writer.add(phase.name(), index, operations.at(index));
            } else {
                writer.add(phase.name(), index, arrivals.timeNs(0, arrivals.first(), index), operations.at(index));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {GRAPHITY, QUERY, NOOP})
    void replayed_operations_are_the_recorded_ones(String text) throws IOException {
        List<String> recorded = operations(plan(text), workload(text));
        for (String name : List.of("ops.jsonl", "ops.jsonl.gz", "ops.jsonl.zst")) {
            record(text, name);
            String[] replay = {"replay.file=" + name};
            assertThat(operations(plan(text, replay), workload(text, replay))).isEqualTo(recorded);
        }
        assertThat(Files.readString(path("ops.jsonl")).lines().count()).isEqualTo(recorded.size() + 1);
        assertThat(Files.size(path("ops.jsonl.gz"))).isLessThan(Files.size(path("ops.jsonl")) / 2);
    }

    /** The Python worker's tests read the same files. */
    @Test
    void golden_operations_have_the_digest_of_their_recording() {
        assertThat(digests(GRAPHITY, "replay.jsonl")).containsExactly(0x366052573a18c2daL, 0x61c3ab075c6e8bdfL);
        assertThat(digests(QUERY.replace("workload:", "workload:\n  seed: 9"), "replay-query.jsonl"))
                .containsExactly(0x1ff4cf7da492d69aL);
    }

    /** Of each recorded phase. */
    private static List<Long> digests(String text, String golden) {
        Plan plan = plan(text, "replay.file=" + golden);
        Workload workload = PlanWorkload.of(plan, name -> Path.of("src/test/resources/golden", name));
        return recorded(plan, workload).stream()
                .map(phase -> digest(workload.operations(phase.key())))
                .toList();
    }

    private static long digest(Operations operations) {
        return LongStream.range(0, operations.count())
                .map(index -> operations.at(index).digest())
                .sum();
    }

    @Test
    void the_load_is_that_of_the_workload() throws IOException {
        record(GRAPHITY, "ops");
        Workload replay = workload(GRAPHITY, "replay.file=ops");
        Workload original = workload(GRAPHITY);
        assertThat(replay.loadParts()).isEqualTo(original.loadParts()).isNotEmpty();
        ExecutedPhase load = ExecutedPhase.of(plan(GRAPHITY), original).getFirst();
        assertThat(replay.operations(load.key()).at(7).digest())
                .isEqualTo(original.operations(load.key()).at(7).digest());
    }

    @Test
    void fast_replay_is_a_closed_phase_of_as_many_operations_as_were_recorded() throws IOException {
        record(GRAPHITY, "ops");
        ExecutedPhase phase = measure("replay.file=ops", "measure.maxInFlight=5");
        assertThat(phase.arrivals()).isNull();
        assertThat(phase.spec().rate()).isNull();
        assertThat(phase.spec().durationNs()).isZero();
        assertThat(phase.spec().clients()).isEqualTo(5);
        assertThat(phase.planned()).isEqualTo(count(measure()));
    }

    @Test
    void recorded_times_are_those_of_the_open_model_divided_by_the_speed() throws IOException {
        record(GRAPHITY, "ops");
        ArrivalSchedule original = Objects.requireNonNull(measure().arrivals());
        ExecutedPhase replayed = measure("replay={file: ops, pace: recorded}");
        ArrivalSchedule same = Objects.requireNonNull(replayed.arrivals());
        ArrivalSchedule twice = Objects.requireNonNull(
                measure("replay={file: ops, pace: recorded, speed: 2}").arrivals());
        for (long index = 0; index < replayed.planned(); index++) {
            long ns = original.timeNs(0, original.first(), index);
            assertThat(same.timeNs(0, same.first(), index)).isEqualTo(ns);
            assertThat(twice.timeNs(0, twice.first(), index)).isEqualTo(ns / 2);
        }
        assertThat(same.timeNs(0, same.first(), replayed.planned() + 1)).isPositive();
    }

    private ExecutedPhase measure(String... sets) {
        return ExecutedPhase.of(plan(GRAPHITY, sets), workload(GRAPHITY, sets)).getLast();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workload.seed=8 | ops:1: recorded on a graph with seed 9, but the plan loads one with seed 8",
                "workload.users=51 | ops:1: recorded on a graph with 50 vertices, but the plan loads one with 51 vertices",
                "'workload={kind: noop}' | ops:1: operations of workload graphity, but the plan has workload noop",
                "measure.name=other | phases: other: ops has operations of warmup, measure: rename the phase",
                "replay.pace=slow | replay.pace: \"slow\": expected one of fast, recorded",
                "replay.speed=2 | replay.speed: only with pace: recorded",
                "replay.file= | replay.file: missing: expected a text"
            })
    void a_plan_that_does_not_fit_is_refused(String set, String message) throws IOException {
        record(GRAPHITY, "ops");
        assertThatThrownBy(() -> workload(GRAPHITY, "replay.pace=fast", "replay.file=ops", set))
                .hasMessageContaining(message);
    }

    @Test
    void a_measure_phase_without_times_is_not_replayed_at_recorded_ones() throws IOException {
        record(NOOP, "ops");
        assertThatThrownBy(() -> workload(NOOP, "replay={file: ops, pace: recorded}"))
                .hasMessageContaining("phase measure of ops has no times", "use pace: fast");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | \"version\": 1 | \"version\": 2 | ops:1: version 2 of the format, but this Muster reads version 1: record",
                "1 | muster operations | something | ops:1: not the header of recorded operations (format: expected",
                "1 | \"operations\": 20 | \"operations\": 0 | ops:1: not the header of recorded operations",
                "1 | \"operations\": 20 | \"operations\": 21 | it was cut; copy it again, or record it again",
                "1 | \"operations\": 20 | \"operations\": 19 | one line more than the operations that the header names",
                "2 | \"follow\" | \"dislike\" | ops:2: unknown operation dislike: workload graphity has addUser, feed, follow",
                "2 | \"user\": | \"usr\": | ops:2: parameter user is missing",
                "2 | \"parameters\": {\"user\" | \"parameters\": {\"x\": 1, \"user\" | ops:2: parameters x, user, followee are 1 more",
                "3 | \"index\": 1, | \"index\": 0, | ops:3: index 0: expected more than 0, the one before",
                "3 | \"phase\": \"warmup\" | \"phase\": \"other\" | ops:3: phase other: expected phase warmup",
                "4 | \"index\": 2, | \"index\": 2, \"start_ns\": 5, | ops:4: start_ns in a phase without times",
                "23 | \"start_ns\" | \"startns\" | ops:23: start_ns is missing",
                "24 | \"start_ns\": | \"start_ns\": 0 | ops:24: character",
                "5 | \"index\" | index | ops:5: character 21: Unexpected character"
            })
    void a_wrong_line_is_named_with_what_would_be_right(int line, String right, String wrong, String message)
            throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(record(GRAPHITY, "ops")));
        assertThat(lines.get(line - 1)).contains(right);
        lines.set(line - 1, lines.get(line - 1).replace(right, wrong));
        Files.writeString(path("ops"), lines.stream().collect(Collectors.joining("\n", "", "\n")));
        assertThatThrownBy(() -> workload(GRAPHITY, "replay.file=ops")).hasMessageContaining(message);
    }

    @Test
    void a_cut_file_is_refused_wherever_it_was_cut() throws IOException {
        byte[] whole = Files.readAllBytes(record(NOOP, "ops"));
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(path("ops"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> workload(NOOP, "replay.file=ops")).hasMessageStartingWith("ops:");
        }
        byte[] packed = Files.readAllBytes(record(NOOP, "ops.gz"));
        Files.write(path("ops.gz"), Arrays.copyOf(packed, packed.length - 9));
        assertThatThrownBy(() -> workload(NOOP, "replay.file=ops.gz")).hasMessageContaining("cut or damaged");
    }

    @Test
    void a_recording_that_is_not_finished_leaves_nothing_behind() throws IOException {
        ReplayHeader header = new ReplayHeader("noop", 1, "p", "00", Map.of(), List.of());
        new ReplayWriter(path("ops"), header).close();
        assertThat(folder).isEmptyDirectory();
    }
}
