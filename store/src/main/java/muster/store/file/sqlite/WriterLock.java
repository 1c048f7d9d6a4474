package muster.store.file.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets one writer in, by two locked files: one next to the store, for all who see this folder, and one in the folder for
 * temporary files that is named after the store's device and inode, for hard links, bind mounts and a store that was renamed
 * while it is written. The store file itself is not locked, because closing any other descriptor of it in this process would
 * drop SQLite's own locks.
 */
public final class WriterLock implements AutoCloseable {
    private final LockFile byPath;
    private final @Nullable LockFile byInode;

    private WriterLock(LockFile byPath, @Nullable LockFile byInode) {
        this.byPath = byPath;
        this.byInode = byInode;
    }

    /** Throws if somebody writes to the file; leaves no trace. */
    public static void requireFree(Path file) throws IOException {
        if (isHeld(file)) {
            take(file).close();
        }
    }

    /** Whether a process writes to the file now, under this name or another. */
    public static boolean isHeld(Path file) {
        return LockFile.isHeld(pathLock(file))
                || inodeLock(file).filter(LockFile::isHeld).isPresent();
    }

    /** Creates the file if it does not exist, because only then has it an inode. */
    public static WriterLock take(Path file) throws IOException {
        LockFile byPath = LockFile.take(pathLock(file), file);
        try {
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            LockFile byInode = byInode(file);
            return new WriterLock(byPath, byInode);
        } catch (IOException | RuntimeException failed) {
            byPath.close();
            throw failed;
        }
    }

    private static Path pathLock(Path file) {
        return Path.of(file + ".lock");
    }

    /** Empty where files have no inode. */
    private static Optional<Path> inodeLock(Path file) {
        try {
            Map<String, Object> unix = Files.readAttributes(file, "unix:dev,ino");
            String name = "muster-store-%s-%s.lock".formatted(unix.get("dev"), unix.get("ino"));
            return Optional.of(Path.of(System.getProperty("java.io.tmpdir"), name));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    /** Null where the folder for temporary files cannot be used, or the file there belongs to another user. */
    private static @Nullable LockFile byInode(Path file) {
        try {
            Optional<Path> lock = inodeLock(file);
            return lock.isPresent() ? LockFile.take(lock.get(), file) : null;
        } catch (IOException unusable) {
            return null;
        }
    }

    @Override
    public void close() {
        try (byPath) {
            if (byInode != null) {
                byInode.close();
            }
        }
    }
}
