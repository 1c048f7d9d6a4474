package muster.store.file.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether a path still leads to the file that was opened there. SQLite does not ask: it would write into a file that
 * somebody has deleted or moved away, and call that durable.
 */
final class FileInPlace {
    private final Path file;
    private final @Nullable Object opened;

    FileInPlace(Path file) {
        this.file = file;
        this.opened = key();
    }

    boolean holds() {
        return Objects.equals(opened, key());
    }

    /** Device and inode; null if there is no file, or the system has no such thing. */
    private @Nullable Object key() {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException gone) {
            return null;
        }
    }
}
