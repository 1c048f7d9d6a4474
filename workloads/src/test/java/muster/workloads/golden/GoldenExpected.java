package muster.workloads.golden;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.query.QueryProvider;

/** Digests of the answers that a plan expects, so that every language compares with the same. */
final class GoldenExpected {
    private static final String PLAN = """
            name: expected
            target: {kind: noop}
            workload:
              kind: query
              parameters: {id: {integer: [0, 9]}, name: {choice: ["ann, the \\"first\\"", bob, ""]}}
              operations:
                table: {cypher: "RETURN $id, $name", with: {id: id, name: name}, expect: {csv: expected.csv}}
                ordered: {cypher: "RETURN $id, $name", ordered: true, with: {id: id, name: name}, expect: {csv: expected.csv}}
                count: {cypher: "RETURN 1", expect: 20608}
                share: {cypher: "RETURN 1", expect: 20608.0, with: {most: 5}}
                text: {cypher: "RETURN 1", expect: "20608"}
                flag: {cypher: "RETURN 1", expect: true}
                pairs: {cypher: "RETURN 1", expect: {rows: [[1, a, [x, 2.5]], [2, b, {k: false}]]}}
                nothing: {cypher: "RETURN 1", expect: {rows: []}}
            phases: [{kind: measure, duration: 1s}]
            """;

    private GoldenExpected() {}

    /** The first line is section "workload" as a worker gets it, as one text, each other one an answer. */
    static String text(Path folder) {
        Plan plan = PlanReader.parse(PLAN, "expected.yaml", List.of());
        List<Object> lines = new ArrayList<>();
        lines.add(Map.of(
                "workload", muster.text.Json.write(plan.workload().settings().raw())));
        new QueryProvider()
                .create(plan.workload().settings(), folder::resolve).expected().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(operation -> operation
                                .getValue()
                                .answers()
                                .forEach(answer -> lines.add(vector(operation.getKey(), answer))));
        return Json.lines(lines);
    }

    private static Map<String, Object> vector(String operation, RecordedAnswer answer) {
        Map<String, Object> vector = new LinkedHashMap<>();
        vector.put("operation", operation);
        vector.put("key", answer.key());
        vector.put("rows", answer.digest().rows());
        vector.put("hash", answer.digest().hash());
        vector.put("first_rows", HexFormat.of().formatHex(answer.firstRows()));
        return vector;
    }
}
