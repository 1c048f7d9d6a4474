package muster.experiments.reproduce.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.reproduce.judgement.Shape;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;

/** Reads one claim of a file. */
final class ClaimReader {
    static final List<String> KEYS = List.of(
            "id",
            "sentence",
            "unit",
            "conditions",
            "published",
            "experiments",
            "about",
            "turns",
            "query",
            "shape",
            "flaws",
            "remark",
            "missing");

    /** Throughput of phase "measure" of each experiment. */
    private static final String THROUGHPUT =
            "SELECT r.name, s.throughput_per_s FROM step_summary s JOIN run r USING (run_id)"
                    + " WHERE s.run_id IN ({runs}) AND s.phase = 'measure'";

    private static final String DATABASES = "databases";
    private static final String CLIENTS = "clients";
    private static final int MIN_ARMS = 2;
    private static final int MAX_ARMS = 4;

    private final TreeSettings claim;
    private final Set<String> experiments;
    private final Map<String, String> queries;

    /** @param queries by name */
    ClaimReader(TreeSettings claim, Set<String> experiments, Map<String, String> queries) {
        this.claim = claim;
        this.experiments = experiments;
        this.queries = queries;
    }

    /** Throws {@link PlanException}. */
    Claim read(int position) {
        claim.allowOnly(KEYS);
        String id = claim.text("id");
        String missing = claim.text("missing", "");
        List<Observation> published = published();
        boolean testable = missing.isEmpty();
        List<String> named = testable
                ? ExperimentNames.read(claim, experiments, ", or missing: WHAT for a claim that nobody can test here")
                : List.of();
        return new Claim(
                position,
                id,
                claim.text("sentence"),
                claim.text("unit", ""),
                claim.text("conditions", ""),
                published,
                named,
                claim.choice("about", DATABASES, List.of(DATABASES, CLIENTS)).equals(CLIENTS),
                turns(named),
                query(),
                shapes(published, testable),
                Needs.texts(claim, "flaws"),
                claim.text("remark", ""),
                missing,
                claim.where("id"));
    }

    private List<Shape> shapes(List<Observation> published, boolean testable) {
        return testable || claim.has("shape") ? ShapeReader.read(claim, published) : List.of();
    }

    private TurnFigure turns(List<String> named) {
        String label = claim.find("turns").map(Tree::plain).map(String::valueOf).orElse(TurnFigure.NONE.label());
        if (!TurnFigure.labels().contains(label)) {
            throw claim.wrong("turns", "one of " + String.join(", ", TurnFigure.labels()));
        }
        TurnFigure turns = TurnFigure.of(label);
        if (turns == TurnFigure.NONE) {
            return turns;
        }
        if (named.size() < MIN_ARMS || named.size() > MAX_ARMS) {
            throw claim.refused("turns", "takes 2 to 4 experiments, here are " + named.size());
        }
        if (claim.has("query")) {
            throw claim.refused("query", "turns give the figure of each experiment; take query or turns out");
        }
        if (turns.isLatency() && !Claim.UNITS_NS.containsKey(claim.text("unit", ""))) {
            throw claim.wrong("unit", "us or ms, as turns give a latency");
        }
        return turns;
    }

    private String query() {
        String query = claim.text("query", THROUGHPUT);
        return queries.getOrDefault(query, query);
    }

    /** A map of labels to a value, or to a map of positions to values. */
    private List<Observation> published() {
        List<Observation> values = new ArrayList<>();
        if (claim.find("published").orElse(null) instanceof Branch branch) {
            branch.entries().forEach((label, tree) -> add(values, label, tree));
        } else if (claim.has("published")) {
            throw unpublished();
        }
        return values;
    }

    private void add(List<Observation> values, String label, Tree tree) {
        switch (tree) {
            case Leaf(Number value, String where) ->
                values.add(new Observation(label, Double.NaN, 0, value.doubleValue()));
            case Branch series ->
                series.entries().forEach((x, value) -> values.add(new Observation(label, number(x), 0, number(value))));
            default -> throw unpublished();
        }
    }

    private double number(Tree value) {
        if (value instanceof Leaf(Number number, String where)) {
            return number.doubleValue();
        }
        throw unpublished();
    }

    private double number(String x) {
        try {
            return Double.parseDouble(x);
        } catch (NumberFormatException e) {
            throw unpublished();
        }
    }

    private PlanException unpublished() {
        return claim.wrong("published", "a map such as {cluster: 162.6} or {cluster: {1: 50, 4: 162.6}}");
    }
}
