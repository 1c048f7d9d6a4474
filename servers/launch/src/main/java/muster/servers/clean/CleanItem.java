package muster.servers.clean;

import java.nio.file.Path;

/**
 * Something on disk that cleaning can remove.
 *
 * @param kind whether it is a server's data or fetched files
 * @param inUse whether a server runs on it, so that it must be stopped first
 */
public record CleanItem(Kind kind, String name, Path path, long bytes, boolean inUse) {
    /** What is lost with it. */
    public enum Kind {
        /** A database and its logs; gone for good. */
        SERVER,
        /** Fetched files; the next start fetches them again. */
        CACHE
    }
}
