package muster.targets.postgresql;

import java.util.List;
import java.util.stream.Stream;
import muster.targets.postgresql.data.DataSchema;

/** The relations, all in a schema of Muster's own; it and the one of a plan's own data alone are ever dropped. */
final class Schema {
    static final String NAME = "muster";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE muster.run (marker text NOT NULL)",
            // Room on each page lets a post change its author's row without touching the index.
            "CREATE TABLE muster.users (id bigint PRIMARY KEY, stream_update bigint NOT NULL) WITH (fillfactor = 80)",
            "CREATE TABLE muster.posts (author bigint NOT NULL, id bigint NOT NULL, message text NOT NULL,"
                    + " PRIMARY KEY (author, id))",
            "CREATE TABLE muster.vertices (id bigint PRIMARY KEY, name text NOT NULL)",
            "CREATE TABLE muster.edges (source bigint NOT NULL REFERENCES muster.vertices,"
                    + " target bigint NOT NULL REFERENCES muster.vertices, id bigint NOT NULL, payload text,"
                    + " PRIMARY KEY (source, target, id))");

    private Schema() {}

    /** What makes an empty graph. */
    static List<String> statements(GraphitySql algorithm) {
        return Stream.of(
                        List.of(
                                "DROP SCHEMA IF EXISTS muster, " + DataSchema.NAME + " CASCADE",
                                "CREATE SCHEMA muster"),
                        TABLES,
                        algorithm.follows())
                .flatMap(List::stream)
                .toList();
    }
}
