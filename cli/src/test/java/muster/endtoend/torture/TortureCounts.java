package muster.endtoend.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What was done to the processes of some runs, and what came of it.
 *
 * @param interrupted runs that lost all of their workers with their coordinator
 * @param kills of workers and of the coordinator
 * @param javaKills of workers in Java; the others are in Python
 * @param doubleKills of the coordinator, the second within 3 s of the first
 */
record TortureCounts(
        long runs,
        long interrupted,
        long kills,
        long javaKills,
        long coordinatorKills,
        long doubleKills,
        long pauses,
        long operations,
        long violations) {
    static final TortureCounts NONE = new TortureCounts(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final String HEADER =
            "ended\tseed\trun\truns\tinterrupted\tkills\tcoordinator\tdouble\tpauses\toperations\tviolations\tjava";

    static TortureCounts workers(long kills, long inJava) {
        return new TortureCounts(0, 0, kills, inJava, 0, 0, 0, 0, 0);
    }

    static TortureCounts coordinator(long kills, boolean doubled) {
        return new TortureCounts(0, 0, kills, 0, kills, doubled ? 1 : 0, 0, 0, 0);
    }

    static TortureCounts pause() {
        return new TortureCounts(0, 0, 0, 0, 0, 0, 1, 0, 0);
    }

    static TortureCounts run(boolean interrupted, long operations) {
        return new TortureCounts(1, interrupted ? 1 : 0, 0, 0, 0, 0, 0, operations, 0);
    }

    TortureCounts withViolations(long found) {
        return new TortureCounts(
                runs, interrupted, kills, javaKills, coordinatorKills, doubleKills, pauses, operations, found);
    }

    TortureCounts plus(TortureCounts other) {
        return new TortureCounts(
                runs + other.runs,
                interrupted + other.interrupted,
                kills + other.kills,
                javaKills + other.javaKills,
                coordinatorKills + other.coordinatorKills,
                doubleKills + other.doubleKills,
                pauses + other.pauses,
                operations + other.operations,
                violations + other.violations);
    }

    /** Adds a line to the file from which {@code ./muster test --torture-total} sums: one may be ended between two runs. */
    void append(Path file, long seed, long run) {
        String line = "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d"
                .formatted(
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        seed,
                        run,
                        runs,
                        interrupted,
                        kills,
                        coordinatorKills,
                        doubleKills,
                        pauses,
                        operations,
                        violations,
                        javaKills);
        try {
            Files.createDirectories(file.getParent());
            List<String> lines = Files.exists(file) ? List.of(line) : List.of(HEADER, line);
            Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return String.format(
                "%,d kills, %,d of them of the coordinator, %,d of these twice within 3 s, %,d of workers in Java,"
                        + " %,d workers paused, %,d runs, %,d of them interrupted, %,d operations, %,d violations",
                kills, coordinatorKills, doubleKills, javaKills, pauses, runs, interrupted, operations, violations);
    }
}
