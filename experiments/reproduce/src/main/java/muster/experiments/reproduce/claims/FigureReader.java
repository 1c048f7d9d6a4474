package muster.experiments.reproduce.claims;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.experiments.reproduce.report.Figure;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.TreeSettings;
import org.jspecify.annotations.Nullable;

/** Reads one figure of a claims file. */
final class FigureReader {
    static final List<String> KEYS =
            List.of("id", "title", "note", "experiments", "marks", "x", "left", "right", "table");
    static final List<String> X_KEYS = List.of("title", "log");
    static final List<String> AXIS_KEYS = List.of("title", "log", "query");
    private static final List<String> MARKS = List.of("lines", "points");

    private final TreeSettings figure;
    private final Set<String> experiments;
    private final Map<String, String> queries;

    /** @param queries by name */
    FigureReader(TreeSettings figure, Set<String> experiments, Map<String, String> queries) {
        this.figure = figure;
        this.experiments = experiments;
        this.queries = queries;
    }

    /** Throws {@link PlanException}. */
    ClaimFigure read() {
        figure.allowOnly(KEYS);
        String id = figure.text("id");
        if (!id.matches("[a-z0-9-]+")) {
            throw figure.wrong("id", "small letters, digits and hyphens, for it names a file");
        }
        List<String> named = ExperimentNames.read(figure, experiments, "");
        String title = figure.text("title");
        String note = figure.text("note", "");
        if (figure.has("table")) {
            if (figure.has("left")) {
                throw figure.refused("table", "a figure has table or left; take one of them out");
            }
            return new ClaimFigure(title, note, named, Optional.empty(), query(figure.text("table")), "");
        }
        boolean points = figure.choice("marks", "lines", MARKS).equals("points");
        if (points && figure.has("right")) {
            throw figure.refused("right", "points have one axis; take right or marks out");
        }
        TreeSettings left = axis("left", AXIS_KEYS);
        TreeSettings right = figure.has("right") ? axis("right", AXIS_KEYS) : null;
        Figure plot = new Figure(
                id, title, note, points, spec(axis("x", X_KEYS)), spec(left), right == null ? null : spec(right));
        return new ClaimFigure(title, note, named, Optional.of(plot), rows(left), rows(right));
    }

    private TreeSettings axis(String key, List<String> keys) {
        TreeSettings axis = figure.section(key);
        axis.allowOnly(keys);
        return axis;
    }

    private static Figure.AxisSpec spec(TreeSettings axis) {
        return new Figure.AxisSpec(axis.text("title"), axis.flag("log", false));
    }

    private String rows(@Nullable TreeSettings axis) {
        return axis == null ? "" : query(axis.text("query"));
    }

    private String query(String query) {
        return queries.getOrDefault(query, query);
    }
}
