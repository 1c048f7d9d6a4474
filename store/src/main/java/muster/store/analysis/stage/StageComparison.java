package muster.store.analysis.stage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import muster.store.analysis.statistics.Median;
import muster.store.table.Row;
import muster.text.Quantity;

/** The stages of several steps or runs side by side; of several trials of a step the median. */
public final class StageComparison {
    private final List<Column> columns;
    private final boolean several;
    private final boolean phases;

    /** The trials of one measured phase of one step. */
    private record Column(int run, List<PhaseStages> trials) {}

    /** One row of it. */
    public record Line(String operation, String stage) {
        private static final Comparator<Line> ORDER = Comparator.comparing(Line::operation)
                .thenComparingInt(line -> StageNames.place(line.stage))
                .thenComparing(Line::stage);

        static Line of(Row row) {
            return new Line(row.text("operation"), row.text("stage"));
        }
    }

    /** What belongs to one column. */
    private record Key(int step, String phase) {
        static Key of(PhaseStages stages) {
            return new Key(stages.at().step(), stages.at().phase());
        }
    }

    /** @param runs the measured phases of each */
    public StageComparison(List<List<PhaseStages>> runs) {
        columns = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            for (List<PhaseStages> trials : byStep(runs.get(run))) {
                columns.add(new Column(run, trials));
            }
        }
        several = runs.size() > 1;
        phases = runs.stream()
                        .flatMap(List::stream)
                        .map(stages -> stages.at().phase())
                        .distinct()
                        .count()
                > 1;
    }

    private static Iterable<List<PhaseStages>> byStep(List<PhaseStages> phases) {
        return phases.stream()
                .collect(Collectors.groupingBy(Key::of, LinkedHashMap::new, Collectors.toList()))
                .values();
    }

    /** Whether there is anything to compare. */
    public boolean any() {
        return columns.size() > 1;
    }

    /** Of each column what tells it from others: "2: protocol http2". */
    public List<String> titles() {
        return columns.stream().map(this::title).toList();
    }

    private String title(Column column) {
        PhaseStages first = column.trials.getFirst();
        List<String> parts = new ArrayList<>(
                List.of(several ? first.run() : "", phases ? first.at().phase() : ""));
        parts.add(first.settings());
        parts.removeIf(String::isEmpty);
        int number = several ? column.run + 1 : first.at().step();
        return number + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
    }

    /** The rows, stages in their order. */
    public List<Line> lines() {
        return columns.stream()
                .flatMap(column -> column.trials.stream())
                .flatMap(stages -> stages.figures().stream())
                .map(Line::of)
                .distinct()
                .sorted(Line.ORDER)
                .toList();
    }

    /** The cells of one row; a dash where a column has no such stage. */
    public List<String> cells(Line line, StageColumn column) {
        return columns.stream()
                .map(of -> column.text(median(of.trials, line, column)))
                .toList();
    }

    /** As {@link #cells}, with the share of service behind. */
    public List<String> cellsWithShare(Line line, StageColumn column) {
        List<String> values = cells(line, column);
        List<String> shares = cells(line, StageColumn.SHARE);
        List<String> both = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            boolean whole = line.stage.equals("service") || shares.get(i).equals(Quantity.NONE);
            both.add(whole ? values.get(i) : values.get(i) + " (" + shares.get(i) + ")");
        }
        return both;
    }

    private static double median(List<PhaseStages> trials, Line line, StageColumn column) {
        return Median.of(trials.stream()
                .flatMap(stages -> stages.figures().stream())
                .filter(row -> Line.of(row).equals(line))
                .mapToDouble(column::of)
                .toArray());
    }
}
