package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import muster.model.AnswerReport;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.IntervalFigures;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StreamRow;
import muster.model.WorkerRow;
import muster.store.file.Given;
import muster.store.file.Store;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Writes a run with a phase whose arms take turns of 500 ms, 100 ms of which are not measured; everything follows from the seed. */
public final class GivenTurns {
    private static final long TURN = 500_000_000;
    private static final long GUARD = 100_000_000;
    private static final double NOISE = 0.015;

    private final Map<String, Arm> arms = new LinkedHashMap<>();
    private final List<String[]> thresholds = new ArrayList<>();
    private final Random random;
    private final Histogram histogram = Given.histogram();
    private int blocks = 16;
    private double alike = 0.05;
    private Map<String, Double> serverMillis = Map.of();
    private int unseen;
    private @Nullable String validity = "valid";
    private boolean wrong;
    private int leftInBlock = -1;
    private boolean restarted;
    private final Set<String> empty = new HashSet<>();
    private boolean asExpected;

    /**
     * One of them.
     *
     * @param idle in each block of so many it completes nothing; 0 in none
     * @param failed of 100 operations
     */
    private record Arm(double rate, Map<String, Operation> operations, int idle, int failed) {}

    private record Operation(int aWindow, double meanNs) {}

    public GivenTurns(int seed) {
        random = new Random(seed);
    }

    /** A closed arm whose operations each take so many milliseconds. */
    public GivenTurns arm(String name, Map<String, Double> millis) {
        return arm(name, 0, millis, 0, 0);
    }

    GivenTurns arm(String name, double rate, Map<String, Double> millis, int idle, int failed) {
        Map<String, Operation> operations = new LinkedHashMap<>();
        double each = millis.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        new TreeMap<>(millis)
                .forEach((operation, ms) -> operations.put(
                        operation,
                        new Operation(
                                (int) (rate > 0 ? rate * 0.4 / millis.size() : 400 / each / millis.size()), ms * 1e6)));
        arms.put(name, new Arm(rate, operations, idle, failed));
        return this;
    }

    /** An open arm to which more comes than it completes. */
    GivenTurns overloaded(String name, double rate, double completedPerS, double responseMs) {
        arms.put(
                name,
                new Arm(rate, Map.of("feed", new Operation((int) (completedPerS * 0.4), responseMs * 1e6)), 0, 0));
        return this;
    }

    GivenTurns blocks(int number) {
        blocks = number;
        return this;
    }

    GivenTurns alike(double margin) {
        alike = margin;
        return this;
    }

    /** The server takes so many milliseconds of processor time in each turn of an arm, and was not observed in time in so many of 10 blocks. */
    GivenTurns serverMillis(Map<String, Double> ofArms, int unseenOfTen) {
        serverMillis = ofArms;
        unseen = unseenOfTen;
        return this;
    }

    GivenTurns validity(@Nullable String verdict) {
        validity = verdict;
        return this;
    }

    GivenTurns wrong() {
        wrong = true;
        return this;
    }

    GivenTurns restarted() {
        restarted = true;
        return this;
    }

    /** Of these arms every answer has no row. */
    GivenTurns empty(String... names) {
        empty.addAll(List.of(names));
        return this;
    }

    /** What these arms answered was compared, and right. */
    GivenTurns asExpected() {
        asExpected = true;
        return this;
    }

    GivenTurns workerLeft(int block) {
        leftInBlock = block;
        return this;
    }

    GivenTurns threshold(String text, String observed, boolean met) {
        thresholds.add(new String[] {text, observed, met ? "met" : ""});
        return this;
    }

    /** Writes it, and returns the number of the run. */
    public long write(Store store) {
        long run = Given.run(store);
        PhaseAt at = Given.measure(run);
        long duration = (long) blocks * arms.size() * TURN;
        List<String> names = List.copyOf(arms.keySet());
        List<StreamRow> streams = IntStream.range(0, names.size())
                .mapToObj(i -> new StreamRow(i, names.get(i), 1, arm(names.get(i)).rate))
                .toList();
        store.phases()
                .phase(new PhaseRow(
                        at, 1, "measure", 8, 0, -1, Given.START, Given.START + duration, 1, "running", streams, alike));
        worker(store, at);
        List<SnapshotReport> reports = new ArrayList<>();
        store.database().transaction(() -> turns(store, at, names, reports));
        Given.commit(store, reports, List.of());
        store.phases()
                .end(new PhaseEnd(
                        at,
                        "complete",
                        Given.START + duration,
                        1,
                        Collections.nCopies(names.size(), 1L),
                        0,
                        List.of()));
        checks(store, run);
        store.runs().end(new RunEnd(run, RunEnd.COMPLETE, Given.START + duration, validity, "none", 0, ""));
        return run;
    }

    private void turns(Store store, PhaseAt at, List<String> names, List<SnapshotReport> reports) {
        for (int block = 0; block < blocks; block++) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, names.size()).boxed().toList());
            Collections.shuffle(order, random);
            for (int place = 0; place < order.size(); place++) {
                int turn = block * names.size() + place;
                int stream = order.get(place);
                long start = Given.START + turn * TURN;
                store.database()
                        .update(
                                "INSERT INTO turn_window VALUES (?, 1, 1, 'measure', ?, ?, ?, ?, ?, ?)",
                                at.runId(),
                                stream,
                                turn,
                                block,
                                start,
                                start + GUARD,
                                start + TURN);
                turn(reports, at, stream, names.get(stream), block, start);
                Double serverMs = serverMillis.get(names.get(stream));
                if (serverMs != null && (block % 10 >= unseen || place > 0)) {
                    double noise = Math.exp(NOISE * random.nextGaussian());
                    store.database()
                            .update(
                                    "INSERT INTO turn_cpu VALUES (?, 1, 1, 'measure', ?, ?, ?)",
                                    at.runId(),
                                    stream,
                                    turn,
                                    Math.round(serverMs * noise * 1e6));
                }
            }
        }
    }

    private Arm arm(String name) {
        Arm arm = arms.get(name);
        if (arm == null) {
            throw new IllegalArgumentException(name);
        }
        return arm;
    }

    private void worker(Store store, PhaseAt at) {
        long left = leftInBlock < 0 ? 0 : Given.START + (long) leftInBlock * arms.size() * TURN + TURN / 2;
        store.phases()
                .worker(new WorkerRow(
                        at,
                        "w1",
                        1,
                        "java",
                        "host",
                        8,
                        0,
                        1_000,
                        0,
                        Given.START - 1,
                        left,
                        "",
                        List.of(),
                        Map.of(),
                        Map.of()));
    }

    /** What ends in the guard time takes a second, and must be in no figure; windows are cut at whole seconds. */
    private void turn(List<SnapshotReport> reports, PhaseAt at, int stream, String name, int block, long start) {
        histogram.reset();
        histogram.recordValue(Given.SECOND);
        AnswerReport none = answers(name);
        report(reports, at, stream, start, start + GUARD, Given.both(name + " feed", "ok", histogram), none);
        Arm arm = arm(name);
        if (arm.idle > 0 && block % arm.idle == 0) {
            return;
        }
        double speed = Math.exp(NOISE * random.nextGaussian());
        List<List<Series>> halves = List.of(new ArrayList<>(), new ArrayList<>());
        for (List<Series> half : halves) {
            arm.operations.forEach((operation, each) -> operation(half, name + " " + operation, each, arm, speed));
        }
        long from = start + GUARD;
        long to = start + TURN;
        long cut = (from / Given.SECOND + 1) * Given.SECOND;
        long middle = cut < to ? cut : from + GUARD;
        report(reports, at, stream, from, middle, halves.get(0), none);
        report(reports, at, stream, middle, to, halves.get(1), none);
    }

    private AnswerReport answers(String name) {
        return new AnswerReport(
                arm(name).operations.keySet().stream()
                        .map(operation -> new AnswerReport.Counts(
                                name + " " + operation, asExpected ? 10 : 0, 0, 10, empty.contains(name) ? 10 : 0))
                        .toList(),
                List.of(),
                List.of());
    }

    private void operation(List<Series> half, String name, Operation each, Arm arm, double speed) {
        int ok = (int) Math.round((arm.rate > 0 ? 1 : speed) * each.aWindow / 2);
        histogram.reset();
        for (int i = 0; i < ok; i++) {
            histogram.recordValue((long) (each.meanNs / speed * (0.8 + 0.4 * random.nextDouble())));
        }
        half.addAll(Given.both(name, "ok", histogram));
        if (arm.failed > 0) {
            histogram.reset();
            histogram.recordValueWithCount(1_000, Math.max(1, ok * arm.failed / 100));
            half.addAll(Given.both(name, "timeout", histogram));
        }
    }

    private static void report(
            List<SnapshotReport> reports,
            PhaseAt at,
            int stream,
            long from,
            long to,
            List<Series> series,
            AnswerReport answers) {
        IntervalFigures figures = new IntervalFigures(
                new IntervalFigures.Window(from, to, to - 1, to - 1), series, 0, 0, List.of(), SampledOperations.NONE);
        reports.add(new SnapshotReport(
                new SnapshotKey(at, 1, reports.size() + 1),
                stream,
                "w1",
                7,
                true,
                figures,
                List.of(),
                answers,
                Map.of()));
    }

    private void checks(Store store, long run) {
        List<CheckRow> rows = new ArrayList<>();
        rows.add(new CheckRow(
                run,
                1,
                1,
                CheckKind.VALIDITY.label(),
                "generator cpu",
                "< 80 %",
                "97 %",
                "valid".equals(validity),
                "",
                ""));
        if (restarted) {
            rows.add(new CheckRow(
                    run, 1, 1, CheckKind.WARNING.label(), "coordinator", "one", "restarted", false, "", ""));
        }
        if (wrong) {
            rows.add(new CheckRow(run, 1, 1, CheckKind.ORACLE.label(), "feeds", "equal", "3 differ", false, "", ""));
        }
        thresholds.forEach(threshold -> rows.add(new CheckRow(
                run,
                1,
                1,
                CheckKind.THRESHOLD.label(),
                threshold[0],
                threshold[0],
                threshold[1],
                threshold[2].equals("met"),
                "",
                "")));
        store.runs().checks(rows);
    }
}
