package muster.servers.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A lock on a file that holds between threads as well as between processes, and ends with the process. */
public final class FolderLock implements AutoCloseable {
    /** Locks held by this JVM: the system's locks belong to the whole process. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private FolderLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** The lock; empty if somebody else has it. */
    public static Optional<FolderLock> take(Path file) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (locked(channel)) {
            return Optional.of(new FolderLock(file, channel));
        }
        HELD.remove(file);
        channel.close();
        return Optional.empty();
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        HELD.remove(file);
        channel.close();
    }
}
