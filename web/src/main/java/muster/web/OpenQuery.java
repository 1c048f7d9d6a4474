package muster.web;

import java.nio.file.Path;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import org.jspecify.annotations.Nullable;

/** The store file, open only while there are viewers. One thread. */
final class OpenQuery implements AutoCloseable {
    private final Path file;
    private @Nullable Query query;

    OpenQuery(Path file) {
        this.file = file;
    }

    Query open() {
        Query open = query == null ? Query.open(file) : query;
        query = open;
        return open;
    }

    /** Opens itself again when it is asked again. */
    @Override
    public void close() {
        Query open = query;
        query = null;
        if (open != null) {
            close(open);
        }
    }

    private static void close(Query open) {
        try {
            open.close();
        } catch (StoreException goneAnyway) {
            // Nothing was written through it.
        }
    }
}
