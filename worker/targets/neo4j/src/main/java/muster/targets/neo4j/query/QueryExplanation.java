package muster.targets.neo4j.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Explanation;
import org.neo4j.driver.QueryRunner;
import org.neo4j.driver.Value;
import org.neo4j.driver.exceptions.ClientException;
import org.neo4j.driver.summary.Plan;
import org.neo4j.driver.summary.QueryType;
import org.neo4j.driver.summary.ResultSummary;

/** The answer to EXPLAIN. */
public final class QueryExplanation {
    private static final String EXPLAIN = "EXPLAIN ";
    /** An index that a statement names, and that a load may create. */
    private static final String SCHEMA = "Neo.ClientError.Schema";

    private static final Pattern PLACE = Pattern.compile("\\(line (\\d+), column (\\d+) \\(offset: (\\d+)\\)\\)");
    private static final Pattern SCAN = Pattern.compile(
            "(Partitioned)?(AllNodesScan|(Union|Intersection)?NodeByLabels?Scan|.*RelationshipTypes?Scan|.*AllRelationshipsScan)");
    private static final Set<QueryType> WRITES =
            Set.of(QueryType.READ_WRITE, QueryType.WRITE_ONLY, QueryType.SCHEMA_WRITE);

    private final List<String> lines = new ArrayList<>();
    private final List<String> scans = new ArrayList<>();

    private QueryExplanation() {}

    /** Of one statement. */
    public static Explanation of(String text, QueryOperation operation, QueryRunner session) {
        try {
            ResultSummary summary =
                    session.run(EXPLAIN + text, operation.bindings()).consume();
            QueryExplanation explanation = new QueryExplanation();
            summary.queryPlan().ifPresent(plan -> explanation.add(plan, 0));
            boolean writes = WRITES.contains(summary.queryType());
            return new Explanation(
                    "", 0, false, writes, explanation.lines, explanation.scans, QueryWarnings.of(summary));
        } catch (ClientException e) {
            Explanation refused = refused(String.valueOf(e.getMessage()));
            return e.code().startsWith(SCHEMA)
                    ? Explanation.refusedBySchema(refused.refusal(), refused.line())
                    : refused;
        }
    }

    /** The words up to the place, in the statement as the plan has it: what follows repeats the line. */
    private static Explanation refused(String message) {
        Matcher place = PLACE.matcher(message);
        if (!place.find()) {
            return Explanation.refused(ClientLibrary.line(message), 0);
        }
        int line = Integer.parseInt(place.group(1));
        int before = line == 1 ? EXPLAIN.length() : 0;
        String own = "(line %d, column %d (offset: %d))"
                .formatted(
                        line,
                        Integer.parseInt(place.group(2)) - before,
                        Integer.parseInt(place.group(3)) - EXPLAIN.length());
        return Explanation.refused(ClientLibrary.line(message.substring(0, place.start())) + " " + own, line);
    }

    private void add(Plan plan, int depth) {
        String operator = plan.operatorType().replaceFirst("@.*", "");
        String details = text(plan, "Details");
        lines.add("  ".repeat(depth) + operator + (details.isEmpty() ? "" : "  " + details) + rows(plan));
        if (SCAN.matcher(operator).matches()) {
            scans.add(operator + (details.isEmpty() ? "" : " " + details));
        }
        plan.children().forEach(child -> add(child, depth + 1));
    }

    private static String rows(Plan plan) {
        Value rows = plan.arguments().get("EstimatedRows");
        return rows == null ? "" : "  (about " + Math.round(rows.asDouble()) + " rows)";
    }

    private static String text(Plan plan, String argument) {
        Value value = plan.arguments().get(argument);
        return value == null ? "" : value.asString();
    }
}
