package muster.benchmarks.bare;

import static org.neo4j.driver.Values.parameters;

import java.util.List;
import muster.targets.neo4j.cypher.Dialect;
import muster.targets.neo4j.cypher.GraphityCypher;
import muster.targets.neo4j.cypher.InsertCypher;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.operation.QueryOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Settings;
import org.neo4j.driver.Query;
import org.neo4j.driver.Record;
import org.neo4j.driver.Result;
import org.neo4j.driver.Transaction;

/** Does one operation in a transaction of Neo4j, as one would write it by hand. */
interface BareCypher {
    /** How much of what is counted it did: 1 for an operation that was done, the number of elements for a batch. */
    long execute(Transaction transaction, Operation operation);

    /** Of section "workload". */
    static BareCypher of(Plan.Section workload, Dialect dialect) {
        return switch (workload.kind()) {
            case "graphity" -> graphity(workload.settings(), dialect);
            case "query" -> queries();
            default -> batchInsert(dialect.inserts());
        };
    }

    /** The writes of Graphity; an answer "there already" or "absent" is not ok and so counts nothing. */
    static BareCypher graphity(Settings workload, Dialect dialect) {
        GraphityCypher texts = dialect.graphity(workload.text("algorithm"));
        return (transaction, operation) -> done(transaction.run(query(texts, operation)));
    }

    private static Query query(GraphityCypher texts, Operation operation) {
        return switch (operation) {
            case AddUser(long user) -> new Query(texts.addUser(), parameters("user", user));
            case Follow(long user, long followee) ->
                new Query(texts.follow(user < followee), parameters("user", user, "followee", followee));
            case Unfollow(long user, long followee) ->
                new Query(texts.unfollow(user < followee), parameters("user", user, "followee", followee));
            case Post(long author, long post, String message) ->
                new Query(texts.post(), parameters("author", author, "post", post, "message", message));
            default -> throw new IllegalArgumentException("not in the mix: " + operation);
        };
    }

    private static long done(Result result) {
        List<Record> rows = result.list();
        if (result.keys().isEmpty()) {
            return result.consume().counters().nodesCreated();
        }
        return rows.isEmpty() || rows.getFirst().get("there").isTrue() ? 0 : 1;
    }

    /** The plan's statements; all rows are read. */
    static BareCypher queries() {
        return (transaction, operation) -> {
            if (!(operation instanceof QueryOperation asked)) {
                throw new IllegalArgumentException("not a query: " + operation);
            }
            String text = asked.query().text(List.of("cypher")).orElseThrow().text();
            Result result = transaction.run(new Query(text, asked.bindings()));
            while (result.hasNext()) {
                var unused = result.next().values();
            }
            return 1;
        };
    }

    static BareCypher batchInsert(InsertCypher texts) {
        return (transaction, operation) -> {
            Batch batch = batch(texts, operation);
            transaction.run(batch.query()).consume();
            return batch.elements();
        };
    }

    /** What inserts a batch. */
    record Batch(Query query, int elements) {}

    private static Batch batch(InsertCypher texts, Operation operation) {
        return switch (operation) {
            case InsertVertices(long[] ids, String[] names) ->
                new Batch(new Query(texts.vertices(), parameters("ids", ids, "names", names)), ids.length);
            case InsertEdges(long[] ids, long[] sources, long[] targets) ->
                new Batch(
                        new Query(texts.edges(), parameters("ids", ids, "sources", sources, "targets", targets)),
                        ids.length);
            default -> throw new IllegalArgumentException("not a batch: " + operation);
        };
    }
}
