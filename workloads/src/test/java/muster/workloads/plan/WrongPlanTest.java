package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message names the place, the key path, the value, and what would be right. */
class WrongPlanTest {
    private static final List<String> GOOD = List.of(
            "name: good",
            "target: {kind: noop, uri: 'bolt://127.0.0.1:7687'}",
            "workload: {kind: noop, delay: 1ms, mix: {follow: 1, post: 2}}",
            "phases:",
            "  - {kind: warmup, duration: 1s}",
            "  - {kind: measure, duration: 10s, clients: 4}",
            "thresholds: ['noop p99 < 50ms']");

    private static final String ONLY_IN_SECRET_KEYS =
            " is resolved only in secret keys of section target (password, token, secret, apiKey, and the headers"
                    + " authorization, proxy-authorization, cookie, and those that end in token, secret, password or"
                    + " api-key); write the text itself";

    /** Line (from 1) of the good plan, what stands there instead, and the message. */
    static Stream<Arguments> wrongLines() {
        return Stream.of(
                wrong(1, "nam: good", "p.yaml:1: nam: unknown key; did you mean name?"),
                wrong(1, "name: ../x", "p.yaml:1: name: \"../x\": expected letters, digits, . - and _"),
                wrong(1, "name: 7", "p.yaml:1: name: 7: expected a text (in quotes)"),
                wrong(1, "name:", "p.yaml:1: name: empty; give a value or leave the key out"),
                wrong(1, "trials: 0", "p.yaml:1: trials: 0: expected a whole number from 1 to 1000"),
                wrong(1, "trials: 1.5", "p.yaml:1: trials: 1.5: expected a whole number from 1 to 1000"),
                wrong(1, "state: new", "p.yaml:1: state: \"new\": expected one of fresh, reuse"),
                wrong(2, "", "p.yaml:1: target: missing: expected a map with a kind"),
                wrong(2, "target: neo4j", "p.yaml:2: target: \"neo4j\": expected a map with a kind"),
                wrong(2, "target: {uri: x}", "p.yaml:2: target.kind: missing: expected a text"),
                wrong(
                        2,
                        "target: {kind: noop, password: hunter2}",
                        "p.yaml:2: target.password: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: noop, tls: {key_password: 12345}}",
                        "p.yaml:2: target.tls.key_password: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: noop, apiKey: 'x${env:KEY}'}",
                        "p.yaml:2: target.apiKey: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: noop, token: [abc]}",
                        "p.yaml:2: target.token: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: noop, uri: 'bolt://neo4j:hunter2@db:7687'}",
                        "p.yaml:2: target.uri: a password within an address; "
                                + "give user and password as keys, and write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: noop, user: '${USER}'}",
                        "p.yaml:2: target.user: not a reference; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: http, body: 'a ${file:keys/workers/worker1.key}'}",
                        "p.yaml:2: target.body: ${file:keys/workers/worker1.key}" + ONLY_IN_SECRET_KEYS),
                wrong(
                        2,
                        "target: {kind: http, headers: {x: '${env:ANY}'}}",
                        "p.yaml:2: target.headers.x: ${env:ANY}" + ONLY_IN_SECRET_KEYS),
                wrong(
                        2,
                        "target: {kind: noop, uri: 'bolt://${env:ANY}'}",
                        "p.yaml:2: target.uri: ${env:ANY}" + ONLY_IN_SECRET_KEYS),
                wrong(
                        2,
                        "target: {kind: http, headers: {authorization: 'Bearer abc'}}",
                        "p.yaml:2: target.headers.authorization: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        2,
                        "target: {kind: http, headers: {Cookie: 'a=${env:${env:ANY}}'}}",
                        "p.yaml:2: target.headers.Cookie: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        3,
                        "workload: {kind: query, operations: {a: {http: {path: /, headers: {authorization: '${env:ANY}'}}}}}",
                        "p.yaml:3: workload.operations.a.http.headers.authorization: ${env:ANY}" + ONLY_IN_SECRET_KEYS),
                wrong(
                        3,
                        "workload: {kind: noop, seed: -1}",
                        "p.yaml:3: workload.seed: -1: expected a whole number of at least 0"),
                wrong(
                        3,
                        "workload: {kind: noop, kind: noop}",
                        "p.yaml:3: workload.kind: given twice, first at p.yaml:3"),
                wrong(
                        3,
                        "workload: {kind: noop, users: 99999999999999999999}",
                        "p.yaml:3: workload.users: 99999999999999999999 is not a number that fits 64 bits"),
                wrong(
                        3,
                        "workload: {kind: noop, data: !!binary aGk=}",
                        "p.yaml:3: workload.data: the tag tag:yaml.org,2002:binary is not allowed in a plan"),
                wrong(
                        5,
                        "  - {kind: warm, duration: 1s}",
                        "p.yaml:5: phases[0].kind: \"warm\": expected one of load, warmup, measure, verify; did you mean warmup?"),
                wrong(
                        5,
                        "  - {kind: meassure, duration: 1s}",
                        "p.yaml:5: phases[0].kind: \"meassure\": "
                                + "expected one of load, warmup, measure, verify; did you mean measure?"),
                wrong(
                        5,
                        "  - {kind: verify}",
                        "p.yaml:5: phases[0].kind: there is nothing to verify yet; put a load or another phase before it"),
                wrong(
                        6,
                        "  - {kind: verify, clients: 5}",
                        "p.yaml:6: phases[1].clients: not in a verify phase, which has no clients and is not timed"),
                wrong(
                        6,
                        "  - {kind: measure, feeds: 5}",
                        "p.yaml:6: phases[1].feeds: only in a verify phase: the number of feeds to ask for"),
                wrong(
                        5,
                        "  - {kind: load, duration: 1s}",
                        "p.yaml:5: phases[0].duration: not in a load, which covers all its parts as a whole"),
                wrong(
                        5,
                        "  - {kind: load, onError: ignore}",
                        "p.yaml:5: phases[0].onError: \"ignore\": expected one of stop, continue"),
                wrong(
                        6,
                        "  - {kind: measure, onError: continue}",
                        "p.yaml:6: phases[1].onError: only in a load; of any other operation target.onError says it"),
                wrong(
                        5,
                        "  - warmup",
                        "p.yaml:5: phases[0]: \"warmup\": "
                                + "expected a phase, such as {kind: measure, duration: 60s, clients: 64}"),
                wrong(
                        6,
                        "  - {kind: measure, duraton: 10s}",
                        "p.yaml:6: phases[1].duraton: unknown key; did you mean duration?"),
                wrong(
                        6,
                        "  - {kind: measure, colour: red}",
                        "p.yaml:6: phases[1].colour: unknown key; there are kind, name, part, duration, operations, "
                                + "clients, rate, arrivals, maxInFlight, ramp, think, pacing, drain, "
                                + "actionsPerTransaction, until, min, max, stopIf, feeds, crash, streams, compare, turns, onError"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10}",
                        "p.yaml:6: phases[1].duration: 10: expected a duration from 1ms to 720h, "
                                + "such as 20s or 250ms"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, operations: 5}",
                        "p.yaml:6: phases[1].operations: excludes duration; give one of the two "
                                + "(--set measure.duration= drops it)"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, clients: many}",
                        "p.yaml:6: phases[1].clients: \"many\": expected a whole number from 1 to 1000000"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, rate: 100/s, think: 1ms}",
                        "p.yaml:6: phases[1].think: excludes rate; give one of the two"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, rate: fast}",
                        "p.yaml:6: phases[1].rate: \"fast\": expected a number and a time, such as 1000/s or 60/m"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, rate: 0/s}",
                        "p.yaml:6: phases[1].rate: \"0/s\": expected a number and a time, such as 1000/s or 60/m"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, arrivals: poisson}",
                        "p.yaml:6: phases[1].arrivals: needs a rate"),
                wrong(
                        6,
                        "  - {kind: measure, duration: 10s, think: {mean: 1ms, distribution: normal}}",
                        "p.yaml:6: phases[1].think.distribution: \"normal\": "
                                + "expected one of constant, exponential"),
                profile(
                        "rate: {stages: []}",
                        "rate.stages: []: expected a list of stages, such as {to: 1000/s, in: 60s} or {hold: 60s}"),
                profile(
                        "rate: {stages: [{to: 10/s, in: 100us}]}",
                        "rate.stages[0].in: \"100us\": expected a duration from 1ms to 720h, such as 20s or 250ms"),
                profile(
                        "rate: {stages: [{to: -10/s, in: 1s}]}",
                        "rate.stages[0].to: \"-10/s\": expected a number and a time, such as 1000/s or 60/m, at most "
                                + "1000000000/s and not below 0"),
                profile(
                        "rate: {from: 2000/us, stages: [{hold: 1s}]}",
                        "rate.from: \"2000/us\": expected a number and a time, such as 1000/s or 60/m, at most "
                                + "1000000000/s and not below 0"),
                profile(
                        "rate: {stages: [{to: 10/s, hold: 1s}]}",
                        "rate.stages[0]: expected either to or hold, such as {to: 1000/s, in: 60s} or {hold: 60s}"),
                profile("rate: {stages: [{too: 10/s}]}", "rate.stages[0].too: unknown key; did you mean to?"),
                profile("rate: {stages: [{to: 0/s, in: 1s}]}", "rate: is 0 all the time"),
                profile(
                        "rate: {sine: {mean: 10/s, amplitude: 11/s, period: 1s}}",
                        "rate.sine.amplitude: \"11/s\": expected at most mean, 10/s: a profile cannot fall below 0"),
                profile(
                        "rate: {sine: {mean: 10/s, amplitude: 1/s, period: 50ms}}",
                        "rate.sine.period: \"50ms\": expected a duration from 100ms to 720h, such as 20s or 250ms"),
                profile(
                        "rate: {spike: {base: 10/s, peak: 20/s, at: 8s, for: 2s}}",
                        "rate.spike: needs a duration that goes on after it (spike.at + spike.for)"),
                profile(
                        "rate: {spike: {base: 10/s, peak: 20/s, at: 8s}}",
                        "rate.spike.for: missing: expected a duration, such as 30s"),
                profile(
                        "rate: {from: 10/s, spike: {base: 10/s, peak: 20/s, at: 1s, for: 2s}}",
                        "rate.from: only with stages: the height before the first"),
                profile("rate: {to: 10/s}", "rate.to: unknown key; there are from, stages, spike, sine, csv"),
                profile("rate: {csv: rates.csv}", "rate.csv: rates.csv is read with the file of its plan only"),
                profile(
                        "clients: {stages: [{to: 8.5, in: 1s}]}",
                        "clients.stages[0].to: 8.5: expected a whole number of clients from 0 to 1000000"),
                profile(
                        "clients: {stages: [{to: 8, in: 1s}]}, ramp: 1s",
                        "ramp: excludes a profile of clients; put the ramp into its stages"),
                profile(
                        "clients: {stages: [{to: 8, in: 1s}]}, rate: 10/s",
                        "clients: a profile of clients excludes rate; bound a rate by a number, maxInFlight"),
                wrong(
                        6,
                        "  - {kind: measure, rate: {spike: {base: 1/s, peak: 2/s, at: 1s, for: 1s}}}",
                        "p.yaml:6: phases[1].rate: needs a duration of its phase"),
                wrong(
                        6,
                        "  - {kind: measure, operations: 5, rate: {stages: [{to: 10/s, in: 1s}]}}",
                        "p.yaml:6: phases[1].operations: excludes a profile of rate, which needs a duration"),
                wrong(6, "  - {kind: load}", "p.yaml:6: phases[1].kind: a load can only be the first phase"),
                wrong(
                        6,
                        "  - {kind: measure, name: warmup}",
                        "p.yaml:6: phases[1].name: \"warmup\": "
                                + "expected a name that is neither a section nor another kind of phase"),
                wrong(
                        7,
                        "thresholds: ['noop p99 < 50']",
                        "p.yaml:7: thresholds[0]: \"noop p99 < 50\": expected a time with ns, us, ms or s for p99"),
                wrong(
                        7,
                        "thresholds: ['nop p99 < 50ms']",
                        "p.yaml:7: thresholds[0]: \"nop p99 < 50ms\": "
                                + "expected an operation in place of nop; did you mean noop?"),
                wrong(
                        7,
                        "thresholds: ['trougput > 5/s']",
                        "p.yaml:7: thresholds[0]: \"trougput > 5/s\": "
                                + "expected a metric in place of trougput; did you mean throughput?"),
                wrong(
                        7,
                        "thresholds: ['errors < 1%']",
                        "p.yaml:7: thresholds[0]: \"errors < 1%\": expected a plain number for errors"),
                wrong(
                        7,
                        "sweep: {measure.clients: auto}",
                        "p.yaml:7: sweep.measure.clients: auto: "
                                + "expected {auto: true, from: 1, until: throughput falls}"),
                wrong(
                        7,
                        "sweep: {measure.clients: {from: 1, to: 64, factor: 1}}",
                        "p.yaml:7: sweep.measure.clients.factor: 1: expected a number above 1"),
                wrong(
                        7,
                        "sweep: {measure.clients: {auto: true, factor: 1.000000001, until: errors > 0}}",
                        "p.yaml:7: sweep.measure.clients.factor: more than 10000 values"),
                wrong(
                        7,
                        "sweep: {measure.clients: {auto: true, from: 9, to: 8, until: errors > 0}}",
                        "p.yaml:7: sweep.measure.clients.to: 8: expected a whole number from 9 to 1000000"),
                wrong(
                        7,
                        "sweep: {measur.clients: [1, 2]}",
                        "p.yaml:7: sweep.measur.clients: no section or phase measur; did you mean measure?"),
                wrong(
                        7,
                        "sweep: {measure.clients: [1, 0]}",
                        "p.yaml:7: phases[1].clients: 0: expected a whole number from 1 to 1000000"),
                wrong(
                        7,
                        "sweep: {measure.clients: [1, 2], 'phases[1].clients': [3]}",
                        "p.yaml:7: sweep.phases[1].clients: sweeps the same key as measure.clients"),
                wrong(
                        7,
                        "sweep: {mode: zip, measure.clients: [1, 2], workload.users: [3]}",
                        "p.yaml:7: sweep: mode zip needs lists of the same length, not 2 and 1"),
                wrong(
                        7,
                        "sweep: {trials: {from: 1, to: 200, step: 1}, measure.clients: {from: 1, to: 200, step: 1}}",
                        "p.yaml:7: sweep: more than 10000 steps; leave values out"),
                wrong(
                        7,
                        "sweep: {target.password: [hunter2]}",
                        "p.yaml:7: sweep.target.password: a literal secret; write ${env:NAME} or ${file:PATH}"),
                wrong(
                        7,
                        "sweep: {target.body: [x, '${file:keys/workers/worker1.key}']}",
                        "p.yaml:7: sweep.target.body: ${file:keys/workers/worker1.key}" + ONLY_IN_SECRET_KEYS),
                wrong(
                        7,
                        "thresholds: [",
                        "p.yaml:8: not valid YAML: expected the node content, but found '<stream end>'"),
                wrong(
                        7,
                        "thresholds: p99 < 1ms",
                        "p.yaml:7: thresholds: \"p99 < 1ms\": expected a list of texts, each "
                                + "[OPERATION] [service|response] METRIC COMPARATOR VALUE, such as post p99 < 50ms"));
    }

    private static Arguments wrong(int line, String instead, String message) {
        return Arguments.of(line, instead, message);
    }

    private static Arguments profile(String keys, String message) {
        return wrong(6, "  - {kind: measure, duration: 10s, " + keys + "}", "p.yaml:6: phases[1]." + message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("wrongLines")
    void a_wrong_line_is_refused(int line, String instead, String message) {
        List<String> lines = new ArrayList<>(GOOD);
        lines.set(line - 1, instead);
        String text = String.join("\n", lines) + "\n";
        assertThatThrownBy(() -> PlanReader.parse(text, "p.yaml", List.of()))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
        assertThat(message).doesNotContain("hunter2");
    }

    static Stream<Arguments> wrongSets() {
        return Stream.of(
                Arguments.of(
                        "measure.clients", "--set measure.clients: expected KEY=VALUE, such as measure.duration=10s"),
                Arguments.of(
                        "measur.clients=8", "--set measur.clients: no section or phase measur; did you mean measure?"),
                Arguments.of(
                        "zzz.clients=8",
                        "--set zzz.clients: no section or phase zzz; there are target, workload, data, phases, only, name, "
                                + "state, steady, trials, sweep, thresholds, answers, server, trace, samples, replay, warmup, measure"),
                Arguments.of(
                        "measure.clints=8",
                        "--set measure.clints: phases[1].clints: unknown key; did you mean clients?"),
                Arguments.of(
                        "measure.clients=0",
                        "--set measure.clients: phases[1].clients: 0: expected a whole number from 1 to 1000000"),
                Arguments.of(
                        "measure=8", "--set measure: a phase is not a value; name one of its keys: measure.clients"),
                Arguments.of("phases[7].clients=8", "--set phases[7].clients: there is no entry [7]"),
                Arguments.of("workload.delay.x=8", "--set workload.delay.x: what holds x is not a map"),
                Arguments.of("measure..x=8", "--set measure..x: expected a path of keys, such as measure.clients"),
                Arguments.of(
                        "target.password=hunter2",
                        "--set target.password: target.password: a literal secret; "
                                + "write ${env:NAME} or ${file:PATH}"),
                Arguments.of(
                        "target.body=${env:ANY}", "--set target.body: target.body: ${env:ANY}" + ONLY_IN_SECRET_KEYS),
                Arguments.of(
                        "thresholds=[",
                        "--set thresholds: not valid YAML: expected the node content, but found '<stream end>'"));
    }

    @ParameterizedTest(name = "--set {0}")
    @MethodSource("wrongSets")
    void a_wrong_set_is_refused(String set, String message) {
        assertThatThrownBy(() -> PlanReader.parse(String.join("\n", GOOD), "p.yaml", List.of(set)))
                .isInstanceOf(PlanException.class)
                .hasMessage(message);
    }
}
