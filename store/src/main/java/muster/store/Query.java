package muster.store;

import java.nio.file.Path;

/** Reads a store file, also while a run is being written; changes nothing and leaves nothing behind. */
@SuppressWarnings("DoNotCallSuggester")
public final class Query implements AutoCloseable {
    private Query() {}

    /**
     * Opens a file for reading.
     *
     * @throws StoreException if the file is missing or is no Muster file
     */
    public static Query open(Path file) {
        throw new UnsupportedOperationException(file.toString());
    }

    /**
     * Answers one query.
     *
     * @throws StoreException with the database's message if the query is wrong
     */
    public Table table(String sql) {
        throw new UnsupportedOperationException(sql);
    }

    /** Hands the answer over row by row, in bounded memory. */
    public void stream(String sql, RowSink sink) {
        throw new UnsupportedOperationException(sql + sink);
    }

    @Override
    public void close() {}
}
