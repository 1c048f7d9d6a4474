package muster.store.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import muster.model.CheckKind;
import org.jspecify.annotations.Nullable;

/**
 * What the checks of a run found, one line each, for every command that shows a run. A line names the step with its
 * parameters, and the trial, where a run has several; what holds in all of them is said once.
 */
public final class CheckLines {
    private static final int MAX_NAMED = 3;
    private static final String SWEEP = "sweep";

    private final List<Line> lines;

    private CheckLines(List<Line> lines) {
        this.lines = lines;
    }

    /** One line. */
    public record Line(CheckKind kind, boolean passed, String text) {
        /** Why an automatic sweep ended where it did; the sweep is of no single place. */
        private boolean isEndOfSweep() {
            return kind == CheckKind.FACT && text.startsWith(SWEEP);
        }
    }

    private record Place(long step, long trial) {}

    /**
     * The part of a check that is the same in every place where it holds: {@code before}, what was observed, {@code after}.
     *
     * @param observed "" where what was observed may differ from place to place
     */
    private record Said(CheckKind kind, boolean passed, String before, String observed, String after) {}

    /** Where a check says so, and what was observed there. */
    private record Found(Set<Place> where, Set<String> observed) {
        Found() {
            this(new LinkedHashSet<>(), new LinkedHashSet<>());
        }

        String observedText() {
            String some = observed.stream().limit(MAX_NAMED).collect(Collectors.joining(", "));
            return some + (observed.size() > MAX_NAMED ? " and " + (observed.size() - MAX_NAMED) + " more" : "");
        }
    }

    /**
     * Reads them.
     *
     * @param query answers a query of the file, such as {@link Query#table} or {@link Store#query}
     */
    public static CheckLines read(Function<String, Table> query, long runId) {
        Map<Said, Found> said = new LinkedHashMap<>();
        Table checks = query.apply("SELECT kind, name, expected, observed, passed, worker, reason, step, trial"
                + " FROM check_summary WHERE run_id = " + runId + " ORDER BY step, trial, kind, name, worker");
        for (List<@Nullable Object> row : checks.rows()) {
            Found found = said.computeIfAbsent(said(row), any -> new Found());
            found.where.add(new Place(number(row.get(7)), number(row.get(8))));
            found.observed.add(text(row.get(3)));
        }
        Places places = new Places(query, runId);
        List<Line> lines = new ArrayList<>();
        said.forEach((check, found) -> lines.add(new Line(
                check.kind,
                check.passed,
                (check.before.startsWith(SWEEP) ? "" : places.prefix(found.where))
                        + check.before
                        + (check.observed.isEmpty() ? found.observedText() : check.observed)
                        + check.after)));
        return new CheckLines(lines);
    }

    /** Why a run is invalid, in one line; "" where it is not. */
    public static String reasons(Function<String, Table> query, long runId) {
        return String.join("; ", read(query, runId).failed(CheckKind.VALIDITY));
    }

    private static Said said(List<@Nullable Object> row) {
        CheckKind kind = CheckKind.of(text(row.get(0)));
        if (kind == CheckKind.FACT && SWEEP.equals(row.get(1))) {
            return new Said(kind, true, SWEEP + " " + row.get(2) + ": ", text(row.get(3)), "");
        }
        if (kind == CheckKind.FINDING) {
            return new Said(kind, true, row.get(1) + ": ", text(row.get(6)), "");
        }
        boolean passed = kind != CheckKind.WARNING && number(row.get(4)) == 1;
        String worker = text(row.get(5)).isEmpty() ? "" : " [" + row.get(5) + "]";
        String reason = text(row.get(6)).isEmpty() ? "" : " - " + row.get(6);
        boolean isSaid = passed || kind == CheckKind.WARNING || text(row.get(2)).equals(text(row.get(1)));
        String wanted = isSaid ? "" : ", wanted " + row.get(2);
        // Of a sweep each step meets or misses a threshold with a figure of its own; a doubt is one for all its places.
        String observed = kind == CheckKind.WARNING || (!passed && kind != CheckKind.THRESHOLD) ? "" : text(row.get(3));
        return new Said(kind, passed, row.get(1) + ": observed ", observed, wanted + worker + reason);
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    /** Those that say something: thresholds, and what failed; then warnings and findings. */
    public List<Line> worthSaying() {
        List<Line> some = new ArrayList<>(lines.stream()
                .filter(line -> line.kind() == CheckKind.THRESHOLD || !line.passed())
                .filter(line -> line.kind() != CheckKind.WARNING)
                .toList());
        lines.stream().filter(Line::isEndOfSweep).forEach(some::add);
        lines.stream().filter(line -> line.kind() == CheckKind.WARNING).forEach(some::add);
        lines.stream().filter(line -> line.kind() == CheckKind.FINDING).forEach(some::add);
        return some;
    }

    /** The texts of one kind. */
    public List<String> of(CheckKind kind) {
        return lines.stream()
                .filter(line -> line.kind() == kind)
                .map(Line::text)
                .toList();
    }

    /** The texts of one kind that did not pass. */
    public List<String> failed(CheckKind kind) {
        return lines.stream()
                .filter(line -> line.kind() == kind && !line.passed())
                .map(Line::text)
                .toList();
    }

    /** Names steps and trials as people do. */
    private static final class Places {
        private final Map<Long, String> parameters = new TreeMap<>();
        private final Set<Place> all = new LinkedHashSet<>();

        Places(Function<String, Table> query, long runId) {
            query.apply("SELECT s.step, j.key, j.value FROM step s LEFT JOIN json_each(s.parameters_json) j"
                            + " WHERE s.run_id = " + runId + " ORDER BY s.step")
                    .rows()
                    .forEach(row -> parameters.merge(
                            number(row.get(0)), parameter(row), (a, b) -> a.isEmpty() ? b : a + ", " + b));
            query.apply("SELECT DISTINCT step, trial FROM phase WHERE state <> 'abandoned' AND run_id = " + runId)
                    .rows()
                    .forEach(row -> all.add(new Place(number(row.get(0)), number(row.get(1)))));
        }

        private static String parameter(List<@Nullable Object> row) {
            String key = text(row.get(1));
            return key.isEmpty() ? "" : key.substring(key.lastIndexOf('.') + 1) + " " + row.get(2);
        }

        String prefix(Set<Place> where) {
            if (all.size() <= 1 && parameters.size() <= 1) {
                return "";
            }
            if (where.size() > 1 && where.containsAll(all)) {
                return "every trial: ";
            }
            String some = where.stream().limit(MAX_NAMED).map(this::name).collect(Collectors.joining("; "));
            return some + (where.size() > MAX_NAMED ? " and " + (where.size() - MAX_NAMED) + " more: " : ": ");
        }

        /** A step by its values. */
        private String name(Place place) {
            String set = parameters.getOrDefault(place.step(), "");
            boolean trials = all.stream().anyMatch(one -> one.trial() > 1);
            return (set.isEmpty() ? "step " + place.step() : set) + (trials ? ", trial " + place.trial() : "");
        }
    }
}
