package muster.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says once a second, in a file, whether this process can do its work: "ok", or "bad: " and the reason. Whoever reads it
 * takes no file that is older than 10 seconds for good, so that a process that hangs, and a volume that is full, show,
 * too. A file costs no JVM for each look, as a command would beside a measurement.
 */
final class HealthFile implements AutoCloseable {
    private static final String ENDED = "this process has ended";

    private final Path file;
    private final Supplier<String> trouble;
    private final Consumer<String> log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private boolean writes = true;

    /** @param trouble why it cannot do its work, in one line; "" if it can */
    private HealthFile(Path file, Supplier<String> trouble, Consumer<String> log) {
        this.file = file.toAbsolutePath();
        this.trouble = trouble;
        this.log = log;
        Thread.ofPlatform().name("muster-health").daemon(true).start(this::work);
    }

    /** @param file null for none: then nothing is written */
    static @Nullable HealthFile start(@Nullable Path file, Supplier<String> trouble, Consumer<String> log) {
        return file == null ? null : new HealthFile(file, trouble, log);
    }

    private void work() {
        try {
            do {
                write(trouble.get());
            } while (!closing.await(1, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A file of its own each time: to write over the old one takes no space, and would not see a full volume. */
    private synchronized void write(String bad) {
        boolean ended = closing.getCount() == 0;
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".new");
            Files.writeString(fresh, ended ? "bad: " + ENDED + "\n" : bad.isEmpty() ? "ok\n" : "bad: " + bad + "\n");
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            if (!writes) {
                log.accept("the volume of " + file + " can be written again");
            }
            writes = true;
        } catch (IOException e) {
            if (writes) {
                log.accept("cannot write " + e.getMessage() + ": is the volume full? Until it can be written this"
                        + " process counts as not healthy");
            }
            writes = false;
            remove();
        }
    }

    /** What it said before must not be taken for true, and to remove a file takes no space. */
    private void remove() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Then its age tells.
        }
    }

    @Override
    public void close() {
        closing.countDown();
        write(ENDED);
    }
}
