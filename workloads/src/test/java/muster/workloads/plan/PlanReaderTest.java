package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.rule.Threshold;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanReaderTest {
    private static final String FULL = """
            # A comment
            name: full
            target: {kind: neo4j, uri: "bolt://127.0.0.1:7687", user: neo4j, password: "${env:NEO4J_PASSWORD}"}
            workload: {kind: graphity, users: 10000, mix: {follow: 51.5, post: 40}, seed: 42}
            phases:
              - {kind: load}
              - {kind: warmup, duration: 20s, clients: 64, ramp: 5s, think: 10ms, pacing: 1s}
              - {kind: measure, operations: 1000, think: {mean: 10ms, distribution: exponential}, drain: 3s}
              - {kind: measure, duration: 1m, rate: 1000/s, arrivals: poisson, maxInFlight: 32}
              - {kind: measure, name: slow, part: edges, rate: 60/m, clients: 7, actionsPerTransaction: 10}
            thresholds: [post p99 < 50ms, "errors% < 0.1"]
            """;

    private static Plan plan(String... sets) {
        return PlanReader.parse(FULL, "full.yaml", List.of(sets));
    }

    @Test
    void reads_every_key_of_a_plan() {
        Plan plan = plan();
        assertThat(plan.name()).isEqualTo("full");
        assertThat(plan.text()).isEqualTo(FULL);
        assertThat(plan.seed()).isEqualTo(42);
        assertThat(plan.freshState()).isTrue();
        assertThat(plan.trials()).isEqualTo(1);
        assertThat(plan.target().kind()).isEqualTo("neo4j");
        assertThat(plan.target().settings().raw())
                .containsExactly(
                        entry("uri", "bolt://127.0.0.1:7687"),
                        entry("user", "neo4j"),
                        entry("password", "${env:NEO4J_PASSWORD}"));
        assertThat(plan.workload().settings().raw().keySet()).containsExactly("users", "mix");
        assertThat(plan.workload().settings().numbers("mix"))
                .containsExactly(entry("follow", 51.5), entry("post", 40.0));
    }

    @Test
    void reads_every_key_of_a_phase() {
        long s = 1_000_000_000;
        Think none = Think.NONE;
        assertThat(plan().phases())
                .containsExactly(
                        new PhaseSpec(
                                "load",
                                PhaseKind.LOAD,
                                "",
                                8,
                                0,
                                0,
                                null,
                                0,
                                none,
                                0,
                                0,
                                10 * s,
                                0,
                                EarlyEnd.NONE,
                                null),
                        new PhaseSpec(
                                "warmup",
                                PhaseKind.WARMUP,
                                "",
                                64,
                                0,
                                20 * s,
                                null,
                                0,
                                new Think(10_000_000, false),
                                s,
                                5 * s,
                                10 * s,
                                0,
                                EarlyEnd.NONE,
                                null),
                        new PhaseSpec(
                                "measure",
                                PhaseKind.MEASURE,
                                "",
                                1,
                                1000,
                                0,
                                null,
                                0,
                                new Think(10_000_000, true),
                                0,
                                0,
                                3 * s,
                                0,
                                EarlyEnd.NONE,
                                null),
                        new PhaseSpec(
                                "measure-2",
                                PhaseKind.MEASURE,
                                "",
                                32,
                                0,
                                60 * s,
                                new Rate(1000, s, true),
                                32,
                                none,
                                0,
                                0,
                                10 * s,
                                0,
                                EarlyEnd.NONE,
                                null),
                        new PhaseSpec(
                                "slow",
                                PhaseKind.MEASURE,
                                "edges",
                                7,
                                0,
                                0,
                                new Rate(60, 60 * s, false),
                                7,
                                none,
                                0,
                                0,
                                10 * s,
                                10,
                                EarlyEnd.NONE,
                                null));
    }

    private static PhaseSpec first(String phase) {
        return PlanReader.parse(
                        "target: {kind: noop}\nworkload: {kind: noop}\nphases: [" + phase
                                + ", {kind: measure, duration: 1s}]",
                        "p",
                        List.of())
                .phases()
                .getFirst();
    }

    @Test
    void a_warm_up_may_last_until_throughput_is_steady() {
        PhaseSpec phase = first("{kind: warmup, until: steady, min: 7s, max: 90s}");
        assertThat(phase.durationNs()).isEqualTo(90_000_000_000L);
        assertThat(phase.earlyEnd().steadyAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(first("{kind: warmup, until: steady}").duration()).isEqualTo(Duration.ofMinutes(3));
        assertThat(first("{kind: warmup, duration: 9s}").earlyEnd()).isEqualTo(EarlyEnd.NONE);
    }

    @Test
    void stop_rules_are_bounds_with_a_time() {
        EarlyEnd early = first(
                        "{kind: measure, name: m, duration: 9s, stopIf: [post p95 > 1s for 10s, errors% > 5 for 1m]}")
                .earlyEnd();
        assertThat(early.stopIf().getFirst().bound())
                .isEqualTo(new Threshold("post p95 > 1s", "post", "response", "p95", ">", 1e9));
        assertThat(early.stopIf().getLast().time()).isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: measure, until: steady | only in a warmup",
                "kind: warmup, until: warm | one of steady",
                "kind: warmup, min: 5s, duration: 9s | only with until: steady",
                "kind: warmup, until: steady, operations: 5 | excludes until: steady",
                "kind: warmup, until: steady, duration: 9s, max: 8s | excludes duration",
                "kind: warmup, until: steady, min: 9s, max: 8s | a duration up to max, 8s",
                "kind: warmup, duration: 9s, stopIf: [p95 > 1s] | BOUND for TIME",
                "kind: warmup, duration: 9s, stopIf: [p95 > 1s for 1500ms] | whole seconds",
                "kind: warmup, duration: 9s, stopIf: [p95 > 1 for 5s] | a time with ns, us, ms or s",
                "kind: load, stopIf: [p95 > 1s for 5s] | not in a load",
            })
    void what_cannot_end_a_phase_is_refused(String phase, String reason) {
        assertThatThrownBy(() -> first("{" + phase + "}")).hasMessageContaining(reason);
    }

    @Test
    void names_a_plan_like_its_file() {
        String text = FULL.replace("name: full\n", "");
        assertThat(PlanReader.parse(text, "some/folder/my-plan.yaml", List.of()).name())
                .isEqualTo("my-plan");
    }

    @Test
    void reuses_the_state_where_nothing_is_loaded() {
        assertThat(PlanReader.parse(FULL.replace("  - {kind: load}\n", ""), "p", List.of())
                        .freshState())
                .isFalse();
        assertThat(plan("state=reuse").freshState()).isFalse();
    }

    @Test
    void sets_a_key_of_a_section_a_phase_name_a_kind_or_a_position() {
        Plan plan = plan(
                "workload.users=5",
                "target.uri=bolt://db:1",
                "workload.mix.post=1.5",
                "measure.drain=1s",
                "slow.clients=3",
                "phases[1].clients=9",
                "thresholds=[errors < 3]",
                "trials=4");
        assertThat(plan.workload().settings().raw()).containsEntry("users", 5L);
        assertThat(plan.workload().settings().numbers("mix")).containsEntry("post", 1.5);
        assertThat(plan.target().settings().text("uri")).isEqualTo("bolt://db:1");
        assertThat(plan.phases())
                .extracting(phase -> phase.drainNs() / 1_000_000_000)
                .containsExactly(10L, 10L, 1L, 1L, 1L);
        assertThat(plan.phases()).extracting(PhaseSpec::clients).containsExactly(8, 9, 1, 32, 3);
        assertThat(plan.thresholds()).extracting(Threshold::text).containsExactly("errors < 3");
        assertThat(plan.trials()).isEqualTo(4);
    }

    @Test
    void takes_a_key_out_that_is_set_to_nothing() {
        Plan plan = plan("warmup.duration=", "warmup.operations=7", "target.password=null");
        assertThat(plan.phases().get(1).operations()).isEqualTo(7);
        assertThat(plan.phases().get(1).duration()).isEqualTo(Duration.ZERO);
        assertThat(plan.target().settings().has("password")).isFalse();
    }

    @Test
    void what_ends_a_phase_stands_instead_of_what_the_plan_has() {
        assertThat(plan("measure.operations=7").phases().get(3).duration()).isEqualTo(Duration.ZERO);
        Plan steady = PlanReader.find("graphity-write", List.of("warmup.duration=5s"));
        PhaseSpec warmup = steady.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.WARMUP)
                .findFirst()
                .orElseThrow();
        assertThat(warmup.duration()).hasSeconds(5);
        assertThat(warmup.earlyEnd()).isEqualTo(EarlyEnd.NONE);
        assertThatThrownBy(() -> plan("measure.operations=7", "measure.duration=1s"))
                .hasMessageContaining("excludes duration");
    }

    @Test
    void keeps_a_text_that_gives_the_same_plan_again() {
        Plan set = plan("warmup.clients=5", "workload.note=a: \"b\" #c", "sweep.measure.drain=[1s, 2s]");
        assertThat(set.text()).contains("clients: 5").doesNotContain("A comment");
        assertThat(PlanReader.parse(set.text(), "full.yaml", List.of())).isEqualTo(set);
    }

    @Test
    void finds_a_file_or_a_ready_plan(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("mine.yaml"), FULL.replace("name: full\n", ""));
        assertThat(PlanReader.find(file.toString(), List.of()).name()).isEqualTo("mine");
        assertThat(PlanReader.find("noop", List.of()).name()).isEqualTo("noop");
        assertThatThrownBy(() -> PlanReader.find("nop", List.of()))
                .hasMessage("nop: no such file, and no ready plan of this name; did you mean noop?");
    }

    @Test
    void refuses_texts_that_would_take_much_time_or_memory() {
        String laughs = """
                a: &a [x,x,x,x,x,x,x,x,x,x]
                b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
                d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]
                e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]
                f: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]
                """;
        assertRefused(laughs, "too large or nested too deep");
        assertRefused("a: &a [*a]", "p.yaml:1: a");
        assertRefused("[".repeat(500_000), "p.yaml");
        assertRefused("a: " + "x".repeat(1 << 20), "p.yaml: longer than 1048576 characters");
        assertRefused("", "p.yaml: the plan is empty");
        assertRefused("a: !!javax.script.ScriptEngineManager x", "is not allowed in a plan");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> PlanReader.parse(text, "p.yaml", List.of()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(message);
    }
}
