package muster.workloads.operation;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of the operations that a plan of workload "query" names: read once a plan, and shared by all operations of its name.
 *
 * @param kind its name
 * @param texts the statement by language ("cypher", "gremlin", "sql") or dialect, which bears the name of its database: "falkordb";
 *     that of "http" is the template of a request, as JSON
 * @param parameters names of the parameters, in the order of the values of an operation
 * @param write whether it may change the database; a read is executed so that the database refuses a write
 * @param ordered whether the order of the rows belongs to the answer
 * @param stable whether its answers stay the same though other operations write
 * @param identity the property by which the nodes and edges of answers are told apart
 * @param rowLimit the most rows that an answer may have
 * @param mustFind whether an answer without a row means that something is not there yet
 * @param rowsRequired whether an answer without a row is wrong
 * @param digest of the name
 */
public record Query(
        OperationKind kind,
        Map<String, Text> texts,
        List<String> parameters,
        boolean write,
        boolean ordered,
        boolean stable,
        String identity,
        long rowLimit,
        boolean mustFind,
        boolean rowsRequired,
        long digest) {

    public static Query of(
            OperationKind kind,
            Map<String, Text> texts,
            List<String> parameters,
            boolean write,
            boolean ordered,
            boolean stable,
            String identity,
            long rowLimit) {
        return of(kind, texts, parameters, write, ordered, stable, identity, rowLimit, false, false);
    }

    public static Query of(
            OperationKind kind,
            Map<String, Text> texts,
            List<String> parameters,
            boolean write,
            boolean ordered,
            boolean stable,
            String identity,
            long rowLimit,
            boolean mustFind,
            boolean rowsRequired) {
        long digest = Digest.of(kind.label());
        return new Query(
                kind, texts, parameters, write, ordered, stable, identity, rowLimit, mustFind, rowsRequired, digest);
    }

    public String name() {
        return kind.label();
    }

    /** The statement in the first of these languages that it has one in. */
    public Optional<Text> text(List<String> languages) {
        return languages.stream().filter(texts::containsKey).map(texts::get).findFirst();
    }

    /** The name of an outcome: an answer with more rows than {@link #rowLimit}. */
    public static final String TOO_MANY_ROWS = "tooManyRows";

    /**
     * A statement.
     *
     * @param where it stands, for messages: "plan.yaml:12", or "fof.cypher" for a file
     */
    public record Text(String text, String where) {
        /** The place of a line of the statement, counted from 1; 0 for the whole. */
        public String place(int line) {
            boolean file = where.indexOf(':') < 0;
            return line > 0 && file ? where + ":" + line : where;
        }
    }
}
