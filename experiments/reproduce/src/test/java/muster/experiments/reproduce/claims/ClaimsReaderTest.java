package muster.experiments.reproduce.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import muster.cli.run.LocalFiles;
import muster.experiments.reproduce.judgement.Shape;
import muster.servers.host.Ports;
import muster.text.Json;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Yaml;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClaimsReaderTest {
    private static final String GOOD = """
            name: paper
            source: {title: A paper, url: "http://x", date: "2014"}
            experiments:
              fast: {plan: noop, set: [measure.clients=4], quick: [measure.duration=1s]}
              slow:
                plan:
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 5, clients: 1}]
                scaled: {measure.operations: 100}
            claims:
              - id: faster
                sentence: Fast is twice as fast as slow.
                published: {fast: 200, slow: 100}
                experiments: [fast, slow]
                shape: {ratio: {of: fast, to: slow, tolerance: 0.1}}
            """;

    private static final String SERVED = GOOD.replace("claims:\n", """
              served:
                plan: &page
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  server: {name: echo, heap: 64m}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 5, clients: 1}]
              later:
                after: served
                plan: *page
                set: [server=, "target.headers={x: '{port.https}'}"]
            claims:
            """.indent(0));

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ReadyClaims.schema(), InputFormat.JSON);

    private static List<String> errors(String yaml) {
        return SCHEMA.validate(Json.write(Yaml.document(yaml, "c.yaml").plain()), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    static List<String> names() {
        return ReadyClaims.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void ready_claims_can_be_read_and_are_valid_for_editors(String name) {
        assertThat(ClaimsReader.find(name).name()).isEqualTo(name);
        assertThat(errors(ReadyClaims.text(name))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_run_would_refuse_no_plan_of_ready_claims(String name) {
        String text = ReadyClaims.text(name)
                .replace("{env.MUSTER_MEMGRAPH_URL}", "bolt://127.0.0.1:1")
                .replace("{env.MUSTER_ARANGODB_URL}", "http://127.0.0.1:1");
        ClaimsFile file = ClaimsReader.parse(text, name);
        for (Mode mode : List.of(file.full(), file.quick())) {
            file.experiments().values().forEach(experiment -> experiment.check(mode, LocalFiles.inWorkingDirectory()));
        }
    }

    @Test
    void the_expected_ratio_follows_from_what_was_published() {
        ClaimsFile file = ClaimsReader.parse(GOOD, "c.yaml");
        assertThat(errors(GOOD)).isEmpty();
        assertThat(file.claims().getFirst().shapes())
                .containsExactly(new Shape.Ratio(new Shape.Quotient("fast", "slow"), 2, 0.1));
    }

    @Test
    void a_plan_is_changed_scaled_and_placed_at_a_free_port() {
        ClaimsFile file = ClaimsReader.parse(GOOD, "c.yaml");
        Plan fast = file.experiment("fast").plan(new Mode(true, 1, 1));
        assertThat(fast.phases().getLast().clients()).isEqualTo(4);
        assertThat(fast.phases().getLast().durationNs()).isEqualTo(1_000_000_000);
        Plan slow = file.experiment("slow").plan(new Mode(false, 0.5, 1));
        assertThat(slow.phases().getFirst().operations()).isEqualTo(50);
        assertThat(slow.target().settings().text("uri")).matches("http://127\\.0\\.0\\.1:\\d+/");
    }

    @Test
    void the_digest_of_a_claim_changes_with_what_it_is_judged_by_alone() {
        ClaimsFile file = ClaimsReader.parse(GOOD, "c.yaml");
        Claim claim = file.claims().getFirst();
        String digest = file.digest(claim, file.full());
        ClaimsFile moved = ClaimsReader.parse("# Further down\n" + GOOD, "other.yaml");
        assertThat(moved.digest(moved.claims().getFirst(), file.full())).isEqualTo(digest);
        assertThat(file.digest(claim, new Mode(false, 1, 9))).isEqualTo(digest);
        assertThat(file.digest(claim, file.quick())).isNotEqualTo(digest);
        ClaimsFile changed = ClaimsReader.parse(GOOD.replace("clients=4", "clients=5"), "c.yaml");
        assertThat(changed.digest(changed.claims().getFirst(), file.full())).isNotEqualTo(digest);
    }

    @Test
    void an_experiment_after_another_one_runs_on_the_ports_of_its_server() {
        assertThat(errors(SERVED)).isEmpty();
        ClaimsFile file = ClaimsReader.parse(SERVED.replace("[fast, slow]", "[fast, later]"), "c.yaml");
        SequencedMap<String, Integer> ports = new LinkedHashMap<>(Map.of("https", 9002));
        Plan later = file.experiment("later").plan(file.full(), 9001, new Ports(ports));
        assertThat(later.target().settings().text("uri")).isEqualTo("http://127.0.0.1:9001/");
        assertThat(later.target().settings().section("headers").text("x")).isEqualTo("9002");
        assertThat(file.needed(file.claims().getFirst()).stream().map(Experiment::name))
                .containsExactly("fast", "served", "later");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    after: served | after: nobody | after: "nobody": expected an experiment with a server in its plan
                    after: served | after: slow | after: "slow": expected an experiment with a server in its plan
                    after: served | after: later | after: "later": expected an experiment with a server in its plan
                    [server=, | [ | after: it runs on the server of served; take server out of its plan
                    """)
    void an_experiment_after_one_without_a_server_is_refused(String from, String to, String message) {
        assertThatThrownBy(() -> ClaimsReader.parse(SERVED.replace(from, to), "c.yaml"))
                .isInstanceOf(PlanException.class)
                .hasMessageMatching("c\\.yaml:\\d+: experiments\\.later\\." + Pattern.quote(message));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    shape: {ratio: | shape: {ration: | c.yaml:16: claims[0].shape.ration: unknown shape; did you mean ratio?
                    shape: {ratio: | shape: {twice: | c.yaml:16: claims[0].shape.twice: unknown shape; there are ratio, order, flat, crossover, linear, atLeast, atMost
                    to: slow, | to: slow, more: 1, | c.yaml:16: claims[0].shape.ratio.more: unknown key; there are of, to, value, tolerance
                    slow: 100 | other: 100 | c.yaml:16: claims[0].shape.ratio.value: missing, and published has no single value for slow that it follows from
                    [fast, slow] | [fast, slw] | c.yaml:15: claims[0].experiments: no experiment slw; did you mean slow?
                    [fast, slow] | [] | c.yaml:15: claims[0].experiments: []: expected a list of experiments of this file, or missing: WHAT for a claim that nobody can test here
                    id: faster | idd: faster | c.yaml:12: claims[0].idd: unknown key; did you mean id?
                    workload: {kind: noop} | workload: {kind: noop, seed: x} | c.yaml:8: workload.seed: "x": expected a whole number of at least 0
                    127.0.0.1:{port}/ | {env.HOST}/ | c.yaml:7: {env.HOST}: add HOST to needs.variables of the experiment
                    measure.clients=4 | "measure.clients={env.N}" | experiments.fast: {env.N}: add N to needs.variables of the experiment
                    plan: noop, | plan: noops, | c.yaml:4: experiments.fast.plan: no ready plan noops; did you mean noop?
                    published: {fast: 200, slow: 100} | turns: yes | c.yaml:14: claims[0].turns: "yes": expected one of false, true, p50, p99
                    published: {fast: 200, slow: 100} | turns: p50 | c.yaml:12: claims[0].unit: missing: expected us or ms, as turns give a latency
                    fast: 200 | fast: many | c.yaml:14: claims[0].published: {"fast": "many", "slow": 100}: expected a map such as {cluster: 162.6} or {cluster: {1: 50, 4: 162.6}}
                    """)
    void what_is_wrong_is_named_with_its_line_and_its_cure(String from, String to, String message) {
        String text = GOOD.replace(from, to);
        assertThat(text).isNotEqualTo(GOOD);
        assertThatThrownBy(() -> ClaimsReader.parse(text, "c.yaml"))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
    }

    @Test
    void what_only_a_figure_needs_is_named_with_the_server_that_it_uses() {
        String drawn = SERVED
                + "figures:\n  - {id: both, title: Both, experiments: [fast, later], x: {title: clients},"
                + " left: {title: /s, query: two}}\n";
        assertThat(errors(drawn)).isEmpty();
        ClaimsFile file = ClaimsReader.parse(drawn, "c.yaml");
        assertThat(file.onlyDrawn().stream().map(Experiment::name)).containsExactly("served", "later");
        assertThat(file.figures().getFirst().query()).isEqualTo("two");
        ClaimsFile turns = ClaimsReader.parse(drawn.replace("[fast, slow]", "[fast, slow]\n    turns: true"), "c.yaml");
        assertThat(turns.onlyDrawn().stream().map(Experiment::name)).containsExactly("fast", "served", "later");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    id: both | id: Both | id: "Both": expected small letters, digits and hyphens, for it names a file
                    [fast] | [fat] | experiments: no experiment fat; did you mean fast?
                    x: {title: clients}, | | x.title: missing
                    id: both, | id: both, table: SELECT 1, | table: a figure has table or left; take one of them out
                    id: both, | id: both, marks: points, right: {}, | right: points have one axis; take right or marks out
                    """)
    void a_figure_that_makes_no_sense_is_refused(String from, @Nullable String to, String message) {
        String good = "figures:\n  - {id: both, title: Both, experiments: [fast], x: {title: clients},"
                + " left: {title: /s, query: two}}\n";
        String wrong = GOOD + good.replace(from, to == null ? "" : to);
        assertThatThrownBy(() -> ClaimsReader.parse(wrong, "c.yaml"))
                .isInstanceOf(PlanException.class)
                .hasMessageMatching("c\\.yaml:\\d+: figures\\[0]\\." + Pattern.quote(message) + ".*");
    }

    @Test
    void two_figures_of_one_name_would_be_one_file() {
        String figure = "  - {id: both, title: Both, experiments: [fast], table: two}\n";
        assertThatThrownBy(() -> ClaimsReader.parse(GOOD + "figures:\n" + figure + figure, "c.yaml"))
                .isInstanceOf(PlanException.class)
                .hasMessage("c.yaml:19: figures[1].id: both: given twice");
    }

    @Test
    void an_experiment_is_about_databases_unless_all_its_claims_are_about_clients() {
        String drawn = SERVED + "figures:\n  - {id: a, title: A, experiments: [later], table: two}\n";
        ClaimsFile file = ClaimsReader.parse(drawn, "c.yaml");
        assertThat(file.aboutDatabases(file.experiment("fast"))).isTrue();
        assertThat(file.aboutDatabases(file.experiment("later")))
                .as("only drawn")
                .isTrue();
        assertThat(file.aboutDatabases(file.experiment("served")))
                .as("only lends its server")
                .isFalse();
        String clients = drawn.replace("[fast, slow]", "[fast, slow]\n    about: clients");
        ClaimsFile about = ClaimsReader.parse(clients, "c.yaml");
        assertThat(about.aboutDatabases(about.experiment("fast"))).isFalse();
        assertThat(about.aboutDatabases(about.experiment("later"))).isTrue();
    }

    @Test
    void editors_know_every_key_that_the_reader_knows() {
        Map<String, Object> schema =
                Yaml.document(ReadyClaims.schema(), "claims.schema.json").plain();
        assertThat(keys(schema)).containsExactlyInAnyOrderElementsOf(ClaimsReader.KEYS);
        assertThat(keys(map(schema, "properties", "source")))
                .containsExactlyInAnyOrderElementsOf(ClaimsReader.SOURCE_KEYS);
        assertThat(keys(map(schema, "properties", "quick")))
                .containsExactlyInAnyOrderElementsOf(ClaimsReader.QUICK_KEYS);
        Map<?, ?> experiment = map(schema, "$defs", "experiment");
        assertThat(keys(experiment)).containsExactlyInAnyOrderElementsOf(Experiment.KEYS);
        assertThat(keys(map(experiment, "properties", "needs"))).containsExactlyInAnyOrderElementsOf(Needs.KEYS);
        Map<?, ?> claim = map(schema, "$defs", "claim");
        assertThat(keys(claim)).containsExactlyInAnyOrderElementsOf(ClaimReader.KEYS);
        assertThat(keys(map(claim, "properties", "shape"))).containsExactlyInAnyOrderElementsOf(ShapeReader.KINDS);
        Map<?, ?> figure = map(schema, "$defs", "figure");
        assertThat(keys(figure)).containsExactlyInAnyOrderElementsOf(FigureReader.KEYS);
        assertThat(keys(map(figure, "properties", "x"))).containsExactlyInAnyOrderElementsOf(FigureReader.X_KEYS);
        assertThat(keys(map(schema, "$defs", "axis"))).containsExactlyInAnyOrderElementsOf(FigureReader.AXIS_KEYS);
    }

    private static Map<?, ?> map(Map<?, ?> in, String... path) {
        Map<?, ?> at = in;
        for (String key : path) {
            at = (Map<?, ?>) at.get(key);
        }
        return at;
    }

    @SuppressWarnings("unchecked")
    private static Set<String> keys(Map<?, ?> schema) {
        return (Set<String>) map(schema, "properties").keySet();
    }
}
