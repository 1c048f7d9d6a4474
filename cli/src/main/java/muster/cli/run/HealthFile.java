package muster.cli.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes once a second to a file whether this process can do its work: "ok", or "bad: " and the reason. Readers treat a
 * file older than 10 seconds as bad, so that a process that hangs, and a volume that is full, show,
 * too. A file costs no JVM for each look, as a command would beside a measurement.
 */
final class HealthFile implements AutoCloseable {
    private static final String ENDED = "this process has ended";

    private final @Nullable Path file;
    private final Supplier<String> trouble;
    private final Consumer<String> log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean writes = true;

    /**
     * @param file null for none: then nothing is written
     * @param trouble why it cannot do its work, in one line; "" if it can
     */
    HealthFile(@Nullable Path file, Supplier<String> trouble, Consumer<String> log) {
        this.file = file == null ? null : file.toAbsolutePath();
        this.trouble = trouble;
        this.log = log;
    }

    void begin() {
        Path at = file;
        if (at != null) {
            Thread.ofPlatform().name("muster-health").daemon(true).start(() -> work(at));
        }
    }

    private void work(Path at) {
        try {
            do {
                write(at, trouble.get());
            } while (!closing.await(1, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A file of its own each time: to write over the old one takes no space, and would not see a full volume. */
    private synchronized void write(Path at, String bad) {
        String said = closing.getCount() == 0 ? ENDED : bad;
        try {
            Path fresh = at.resolveSibling(at.getFileName() + ".new");
            Files.writeString(fresh, said.isEmpty() ? "ok\n" : "bad: " + said + "\n");
            Files.move(fresh, at, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (!writes) {
                log.accept("the volume of " + at + " is writable again");
            }
            writes = true;
        } catch (IOException e) {
            cannotWrite(at, e);
        }
    }

    private void cannotWrite(Path at, IOException e) {
        String reason = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
        if (writes) {
            log.accept("cannot write " + at + ": " + reason + "; is the volume full? Until it is writable this process"
                    + " reports itself unhealthy");
        }
        writes = false;
        try {
            // Over what it said before, without giving up the space that it has.
            Files.writeString(at, "bad: its volume cannot be written: " + reason + "\n", StandardOpenOption.WRITE);
        } catch (IOException unwritable) {
            // Then its age tells.
        }
    }

    @Override
    public void close() {
        closing.countDown();
        if (file != null) {
            write(file, ENDED);
        }
    }
}
