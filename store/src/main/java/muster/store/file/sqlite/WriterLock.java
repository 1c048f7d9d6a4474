package muster.store.file.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Lets one writer in: a locked file beside the store that holds the writer's process id. The system releases it when
 * the process dies. The store file itself is not locked, because closing any other descriptor of it in this process
 * would drop SQLite's own locks.
 */
public final class WriterLock implements AutoCloseable {
    /** Locks belong to processes; within this one a second attempt must be refused before it opens the file. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final Path lockFile;
    private final FileChannel channel;

    private WriterLock(Path file, Path lockFile, FileChannel channel) {
        this.file = file;
        this.lockFile = lockFile;
        this.channel = channel;
    }

    /** Throws if somebody writes to the file; leaves no trace. */
    public static void requireFree(Path file) throws IOException {
        if (Files.exists(Path.of(file + ".lock")) || HELD.contains(file)) {
            take(file).close();
        }
    }

    public static WriterLock take(Path file) throws IOException {
        if (!HELD.add(file)) {
            throw held(file, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            return locked(file, Path.of(file + ".lock"));
        } catch (IOException | RuntimeException failed) {
            HELD.remove(file);
            throw failed;
        }
    }

    /** Removes the lock file while it is still locked. */
    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(lockFile);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            HELD.remove(file);
        }
    }

    private static WriterLock locked(Path file, Path lockFile) throws IOException {
        while (true) {
            FileChannel channel = FileChannel.open(
                    lockFile, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Object opened = identity(lockFile);
            if (channel.tryLock() == null) {
                try (channel) {
                    throw held(file, read(channel));
                }
            }
            if (opened != null && Objects.equals(opened, identity(lockFile))) {
                write(channel);
                return new WriterLock(file, lockFile, channel);
            }
            // The holder before us removed the file between our opening and our locking: what we hold is no file.
            channel.close();
        }
    }

    /** Which file the path leads to now; null if to none. Never opens it, which would release the lock. */
    private static @Nullable Object identity(Path lockFile) throws IOException {
        if (!Files.exists(lockFile)) {
            return null;
        }
        Object key = Files.readAttributes(lockFile, BasicFileAttributes.class).fileKey();
        return key == null ? lockFile : key;
    }

    private static void write(FileChannel channel) throws IOException {
        byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid), 0);
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer pid = ByteBuffer.allocate(20);
        channel.read(pid, 0);
        return new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII).strip();
    }

    private static StoreException held(Path file, String pid) {
        return new StoreException(
                file + ": process " + pid + " is writing to it; stop that one, or choose another file");
    }
}
