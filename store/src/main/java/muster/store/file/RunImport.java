package muster.store.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import muster.store.file.Store.Merged;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.file.sqlite.StoreExtensions;

/**
 * Copies the runs of another file, whose numbers are given anew. A run that is there already, known by the nanosecond
 * that it started in, its name and its plan, is left out; so a file may be merged twice.
 */
final class RunImport {
    private static final String SAME_RUN = "SELECT h.run_id FROM run h JOIN plan p ON p.run_id = h.run_id"
            + " WHERE h.started_ns = o.started_ns AND h.name = o.name AND h.seed = o.seed"
            + " AND p.text = (SELECT text FROM other.plan WHERE run_id = o.run_id)";

    private final Database database;

    private RunImport(Database database) {
        this.database = database;
    }

    /** A copy of the other file is made, brought to this version, read, and deleted. */
    static Merged of(Database database, Path other, Path copy) throws IOException {
        try {
            delete(copy);
            try (Query query = Query.open(other)) {
                query.table("VACUUM INTO '" + copy.toString().replace("'", "''") + "'");
            }
            Store.open(copy).close();
            return new RunImport(database).attached(copy);
        } catch (StoreException failed) {
            String message = String.valueOf(failed.getMessage()).replace(copy.toString(), other.toString());
            throw new StoreException(message, failed);
        } finally {
            delete(copy);
        }
    }

    private static void delete(Path copy) throws IOException {
        for (String part : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(copy + part));
        }
    }

    private Merged attached(Path copy) {
        database.update("ATTACH DATABASE ? AS other", copy.toString());
        try {
            Merged[] merged = new Merged[1];
            database.transaction(() -> merged[0] = copy());
            return merged[0];
        } finally {
            database.script("DETACH DATABASE other");
        }
    }

    private Merged copy() {
        // Tables come in no order; what is a child of what is checked at the end.
        database.script("PRAGMA defer_foreign_keys = ON");
        database.script("DROP TABLE IF EXISTS temp.merging");
        database.script("CREATE TEMP TABLE merging(old INTEGER PRIMARY KEY,"
                + " new INTEGER NOT NULL, present INTEGER NOT NULL)");
        database.update("INSERT INTO merging SELECT o.run_id, (" + SAME_RUN + "), 1 FROM other.run o WHERE EXISTS ("
                + SAME_RUN + ")");
        long present = database.number("SELECT count(*) FROM merging");
        database.update("INSERT INTO merging SELECT run_id, row_number() OVER (ORDER BY run_id)"
                + " + (SELECT coalesce(max(run_id), 0) FROM main.run)"
                + " + (SELECT max(0, coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'run'), 0)"
                + " - (SELECT coalesce(max(run_id), 0) FROM main.run))), 0"
                + " FROM other.run WHERE run_id NOT IN (SELECT old FROM merging)");
        ofRuns().forEach(this::copyRows);
        StoreExtensions.all().forEach(extension -> extension.copy(database));
        long merged = database.number("SELECT count(*) FROM merging WHERE NOT present");
        return new Merged(merged, present);
    }

    /** Every table with a run_id that both files have, except those that an extension copies itself. */
    private List<String> ofRuns() {
        List<String> tables = database.list(
                "SELECT m.name FROM main.sqlite_schema m JOIN other.sqlite_schema o ON o.type = m.type AND o.name = m.name"
                        + " WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'run_id')",
                row -> row.getString(1));
        StoreExtensions.all().forEach(extension -> tables.removeAll(extension.copied()));
        return tables;
    }

    /** A number that the table itself gives, such as check_id, is given anew. */
    private void copyRows(String table) {
        List<String> columns = database.list(
                "SELECT name FROM pragma_table_info(?) WHERE name <> 'run_id' AND NOT (pk = 1 AND type = 'INTEGER'"
                        + " AND (SELECT count(*) FROM pragma_table_info(?) WHERE pk > 0) = 1)",
                row -> '"' + row.getString(1) + '"',
                table,
                table);
        String named = String.join(", ", columns);
        String read = columns.stream().map(column -> "o." + column).collect(Collectors.joining(", "));
        database.update("INSERT INTO main.\"" + table + "\"(run_id, " + named + ") SELECT m.new, " + read
                + " FROM other.\"" + table + "\" o JOIN merging m ON m.old = o.run_id WHERE NOT m.present");
    }
}
