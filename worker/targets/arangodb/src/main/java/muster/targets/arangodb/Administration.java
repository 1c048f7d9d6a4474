package muster.targets.arangodb;

import com.arangodb.ArangoDatabase;
import com.arangodb.entity.CollectionEntity;
import com.arangodb.entity.CollectionType;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.Target.Contents;
import muster.workloads.target.TargetException;

/** What is done between phases: counting, deleting, collections and indexes. */
record Administration(ArangoSettings settings, ArangoDatabase database) {
    Contents contents() throws TargetException {
        return asked(() -> {
            Collections collections = new Collections(database);
            long vertices = 0;
            long edges = 0;
            for (CollectionEntity collection : collections.present()) {
                long count = database.collection(collection.getName()).count().getCount();
                if (collection.getType() == CollectionType.EDGES) {
                    edges += count;
                } else {
                    vertices += count;
                }
            }
            return new Contents(settings.address(), settings.database(), collections.isMarked(), vertices, edges);
        });
    }

    /** Only the collections that Muster makes are dropped. */
    void reset(String marker) throws TargetException {
        asked(() -> {
            Collections collections = new Collections(database);
            collections.mark(marker);
            collections.make();
            return true;
        });
    }

    Map<String, String> fingerprint() throws TargetException {
        return asked(() -> {
            Fingerprint fingerprint = new Fingerprint();
            for (String label : List.of("User", "Vertex")) {
                long[] sums = sums(label, "TO_NUMBER(x._key)", "TO_NUMBER(x._key)");
                fingerprint.users(sums[0], sums[1]);
            }
            long[] posts = sums("Post", "TO_NUMBER(x._key)", "TO_NUMBER(x._key)");
            fingerprint.posts(posts[0], posts[1]);
            edges(fingerprint, "User", "FOLLOWS");
            edges(fingerprint, "Vertex", "EDGE");
            return fingerprint.facts();
        });
    }

    private void edges(Fingerprint fingerprint, String vertices, String edges) {
        int prefix = vertices.length() + 1;
        long[] sums = sums(
                edges, "TO_NUMBER(SUBSTRING(x._from, " + prefix + "))", "TO_NUMBER(SUBSTRING(x._to, " + prefix + "))");
        fingerprint.follows(sums[0], sums[1]);
        rows("FOR x IN %s LET d = LENGTH(FOR e IN %s FILTER e._from == x._id RETURN 1) COLLECT degree = d WITH COUNT INTO n"
                                .formatted(vertices, edges)
                        + " RETURN [degree, n]")
                .forEach(row -> fingerprint.degree(number(row, 0), number(row, 1)));
    }

    /** Count, and the sum of {@link Fingerprint#weight(long, long)}, which doubles hold exactly up to 9 million elements. */
    private long[] sums(String collection, String a, String b) {
        List<?> row = rows("FOR x IN " + collection + " COLLECT AGGREGATE n = COUNT(1), sum = SUM((" + a
                        + " % 1000003 + 1) * (" + b + " % 999983 + 1) % 1000000007) RETURN [n, sum]")
                .getFirst();
        return new long[] {number(row, 0), number(row, 1)};
    }

    @SuppressWarnings("unchecked") // Each query returns lists.
    private List<List<?>> rows(String query) {
        return (List<List<?>>) (List<?>) database.query(query, Object.class).asListRemaining();
    }

    /** The sum of nothing is null. */
    private static long number(List<?> row, int at) {
        return row.get(at) instanceof Number number ? number.longValue() : 0;
    }

    private <T> T asked(Supplier<T> question) throws TargetException {
        try {
            return question.get();
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }
}
