package muster.store.file.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A file that one process locks, and that holds the id of this process. The system releases it when the process dies. */
final class LockFile implements AutoCloseable {
    /** A reader that asks whether the file is locked holds it for an instant. */
    private static final int MAX_ATTEMPTS = 5;

    private static final long ATTEMPT_NS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Locks belong to processes; within this one a second attempt must be refused before it opens the file. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private LockFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks it. Throws a StoreException that names the process which holds it. */
    static LockFile take(Path lock, Path store) throws IOException {
        if (!HELD.add(lock)) {
            throw held(store, Long.toString(ProcessHandle.current().pid()));
        }
        try {
            synchronized (HELD) {
                return locked(lock, store);
            }
        } catch (IOException | RuntimeException failed) {
            HELD.remove(lock);
            throw failed;
        }
    }

    /** Whether a process holds it now; also where that cannot be found out. Never opens what this process holds. */
    static boolean isHeld(Path lock) {
        synchronized (HELD) {
            return HELD.contains(lock) || isLocked(lock);
        }
    }

    private static boolean isLocked(Path lock) {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ)) {
            return channel.tryLock(0, Long.MAX_VALUE, true) == null;
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException unknown) {
            return true;
        }
    }

    /** Removes the file while it is still locked. */
    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            HELD.remove(file);
        }
    }

    private static LockFile locked(Path lock, Path store) throws IOException {
        for (int attempt = 1; ; attempt++) {
            FileChannel channel = FileChannel.open(
                    lock, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Object opened = identity(lock);
            boolean free = channel.tryLock() != null;
            if (free && opened != null && Objects.equals(opened, identity(lock))) {
                write(channel);
                return new LockFile(lock, channel);
            }
            // The holder before us removed the file between our opening and our locking: what we hold is no file.
            try (channel) {
                if (!free && attempt >= MAX_ATTEMPTS) {
                    throw held(store, read(channel));
                }
            }
            LockSupport.parkNanos(free ? 0 : ATTEMPT_NS);
        }
    }

    /** Which file the path leads to now; null if to none. Never opens it, which would release the lock. */
    private static @Nullable Object identity(Path lock) throws IOException {
        if (!Files.exists(lock)) {
            return null;
        }
        Object key = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
        return key == null ? lock : key;
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

    private static StoreException held(Path store, String pid) {
        return new StoreException(
                store + ": process " + pid + " is writing to it; stop that one, or choose another file");
    }
}
