package muster.experiments.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A folder of its own for each test, claims about operations of known length, and the commands that reproduce them there. */
abstract class KnownClaims {
    static final String CLAIMS = """
            name: known
            source: {title: Lengths that were set, url: none, date: "2026", flaws: [It is made up.]}
            rounds: 3
            experiments:
              short: &one
                plan: &noop
                  target: {kind: noop}
                  workload: {kind: noop, delay: 2ms}
                  phases: [{kind: measure, duration: 1s, clients: 1}]
              long: {plan: *noop, set: [workload.delay=8ms]}
              slowest: {plan: *noop, set: [workload.delay=20ms]}
              page:
                plan:
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  server: {name: echo, heap: 64m}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 20, clients: 1}]
              again:
                after: page
                plan:
                  target: {kind: http, uri: "http://127.0.0.1:{port}/"}
                  workload: {kind: noop}
                  phases: [{kind: measure, operations: 30, clients: 1}]
            claims:
              - {id: "true", sentence: Four times, published: {short: 500, long: 125}, unit: /s, experiments: [short, long],
                 shape: {ratio: {of: short, to: long, tolerance: 0.5}}}
              - {id: "false", sentence: The other way round, experiments: [short, long], shape: {order: [long, short]}}
              - {id: answered, sentence: All pages come, experiments: [page], shape: {atMost: {of: page, value: 0}},
                 query: "SELECT r.name, s.errors FROM run_summary s JOIN run r USING (run_id) WHERE s.run_id IN ({runs})"}
              - {id: twice, sentence: They come from the same server again, experiments: [again], shape: {atMost: {of: again, value: 0}},
                 query: "SELECT r.name, s.errors FROM run_summary s JOIN run r USING (run_id) WHERE s.run_id IN ({runs})"}
              - {id: rare, sentence: No quantile of so few, experiments: [page, again], shape: {order: [page, again]},
                 query: "SELECT name, CASE name WHEN 'again' THEN 1 END FROM run WHERE run_id IN ({runs})"}
              - {id: turned, sentence: In turns, experiments: [short, slowest], turns: true, shape: {order: [short, slowest]}}
              - {id: ssd, sentence: A disk is faster, missing: a second disk}
            figures:
              - {id: both, title: By delay, experiments: [short, long, slowest], x: {title: ms},
                 left: {title: /s, query: "SELECT 'all', 1e6 / throughput_per_s, throughput_per_s FROM step_summary WHERE run_id IN ({runs})"},
                 right: {title: ms, log: true, query: "SELECT 'all', 1e6 / throughput_per_s, p50_ns / 1e6 FROM step_summary WHERE run_id IN ({runs})"}}
              - {id: numbers, title: In numbers, experiments: [slowest],
                 table: "SELECT r.name AS experiment, count(*) AS runs FROM run r WHERE run_id IN ({runs}) GROUP BY 1"}
            """;

    /** Holds {@code known.yaml} and the results in {@code s.db}. */
    @TempDir
    Path folder;

    Background background;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
    }

    @AfterEach
    void end() {
        background.close();
    }

    Shell.Result reproduce(String claims, String... more) throws IOException {
        Files.writeString(folder.resolve("known.yaml"), claims);
        List<String> arguments = new ArrayList<>(List.of("reproduce", "known.yaml", "--store", "s.db"));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new)).result();
    }

    Stored stored() {
        return new Stored(folder.resolve("s.db"), 1);
    }
}
