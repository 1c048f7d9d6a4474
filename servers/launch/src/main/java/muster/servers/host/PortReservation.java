package muster.servers.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Ports that a start has chosen and nothing listens on yet: no other start of this user on this machine gets them. That they are
 * free is not enough, as two servers that start at once would both see it. Ends with the process at the latest.
 */
public final class PortReservation implements AutoCloseable {
    private final Map<Integer, FileLock> locks = new HashMap<>();

    /** Whether this start has the port now: nobody else reserved it, and nothing listens there. */
    public boolean take(int port) {
        if (locks.containsKey(port)) {
            return PortChoice.isFree(port);
        }
        Optional<FileLock> lock = lock(port);
        lock.ifPresent(held -> locks.put(port, held));
        return lock.isPresent() && PortChoice.isFree(port);
    }

    /** Empty if another start has it. */
    private static Optional<FileLock> lock(int port) {
        try {
            return Optional.ofNullable(LockFile.CHANNEL.tryLock(port, 1, false));
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ServerException(LockFile.PATH + " cannot be locked, which keeps ports apart: " + e, e);
        }
    }

    @Override
    public void close() {
        locks.values().forEach(PortReservation::release);
        locks.clear();
    }

    private static void release(FileLock lock) {
        try {
            lock.release();
        } catch (IOException e) {
            throw new ServerException(LockFile.PATH + " cannot be unlocked: " + e, e);
        }
    }

    /** One file with a byte for each port. It is opened once: closing it anywhere would give up all locks of this process. */
    private static final class LockFile {
        static final Path PATH = Path.of(
                System.getProperty("java.io.tmpdir"), "muster-ports-" + System.getProperty("user.name") + ".lock");
        static final FileChannel CHANNEL = open();

        private static FileChannel open() {
            try {
                return FileChannel.open(PATH, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new ServerException(PATH + " cannot be opened, which keeps ports apart: " + e, e);
            }
        }
    }
}
