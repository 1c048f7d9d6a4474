package muster.targets.arangodb;

import com.arangodb.ArangoDatabase;
import com.arangodb.entity.CollectionEntity;
import com.arangodb.entity.CollectionType;
import com.arangodb.model.CollectionCreateOptions;
import com.arangodb.model.PersistentIndexOptions;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The collections that Muster makes. */
record Collections(ArangoDatabase database) {
    static final String MARK = "MusterRun";

    private static final List<String> VERTICES = List.of("User", "Post", "Vertex");
    private static final List<String> EDGES = List.of("FOLLOWS", "PUBLISHED", "EDGE");
    static final String[] ALL = Stream.concat(VERTICES.stream(), EDGES.stream()).toArray(String[]::new);

    /** Those of the user, whoever made them. */
    Collection<CollectionEntity> present() {
        return database.getCollections().stream()
                .filter(collection -> !collection.getIsSystem())
                .toList();
    }

    boolean isMarked() {
        return database.collection(MARK).exists()
                && database.collection(MARK).count().getCount() > 0;
    }

    /** The mark comes first and stays, so that a reset that was interrupted can be repeated. */
    void mark(String marker) {
        if (!database.collection(MARK).exists()) {
            database.createCollection(MARK);
        }
        database.query(
                "UPSERT {_key: 'muster'} INSERT {_key: 'muster', marker: @marker} UPDATE {marker: @marker} IN MusterRun",
                Object.class,
                Map.of("marker", marker));
    }

    void make() {
        for (String name : ALL) {
            if (database.collection(name).exists()) {
                database.collection(name).drop();
            }
        }
        VERTICES.forEach(database::createCollection);
        EDGES.forEach(
                name -> database.createCollection(name, new CollectionCreateOptions().type(CollectionType.EDGES)));
        index("FOLLOWS", "newest");
        index("PUBLISHED", "time");
    }

    /** Keeps the edges of a vertex in this order. */
    private void index(String collection, String order) {
        database.collection(collection)
                .ensurePersistentIndex(List.of("_from", order), new PersistentIndexOptions().name(order));
    }
}
