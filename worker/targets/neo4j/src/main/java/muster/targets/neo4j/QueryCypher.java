package muster.targets.neo4j;

import java.util.List;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.rule.NamedStatements;
import org.neo4j.driver.AccessMode;
import org.neo4j.driver.Query;

/** Statements that a plan names. */
final class QueryCypher {
    static final List<String> LANGUAGES = List.of("cypher");

    private QueryCypher() {}

    static Statement statement(QueryOperation operation, int first, AnswerSink sink) {
        String text = operation.query().text(LANGUAGES).orElseThrow().text();
        QueryResult answer = new QueryResult(
                sink, operation.query().identity(), operation.query().rowLimit());
        return new Statement(new Query(text, operation.bindings()), first, 1, answer);
    }

    /** The mode in which a client will most likely begin. */
    static AccessMode access(Settings workload) {
        return NamedStatements.onlyRead(workload.raw()) ? AccessMode.READ : AccessMode.WRITE;
    }
}
