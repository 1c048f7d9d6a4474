package muster.experiments.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.cli.host.ForkedJvm;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.Failure;
import org.jspecify.annotations.Nullable;

/** The process in which all arms live for one restart, or for all {@link LoadedRestarts} of arms that share compiled code. */
final class ArmsProcess implements AutoCloseable {
    private static final int END_S = 30;

    private final Process process;
    private final BufferedReader out;
    private final Path folder;
    private final Path errors;
    /** Turns in one. */
    private final int block;

    private volatile boolean stopped;

    private ArmsProcess(Process process, Path folder, Path errors, Request request) {
        this.process = process;
        this.out = process.inputReader();
        this.folder = folder;
        this.errors = errors;
        this.block = 2 * request.arms().size();
    }

    /**
     * How its restarts are done.
     *
     * @param restarts that use what was loaded once, at most
     * @param blocks that each measures at most; from the third on no longer than {@code within}
     * @param beside where temporary stores are made: on the disk that stores of runs are on
     */
    record Request(
            List<ArmSpec> arms,
            int restarts,
            int blocks,
            Duration within,
            DatabasePermissions permissions,
            Path beside) {}

    static ArmsProcess start(Request request) {
        try {
            Files.createDirectories(request.beside());
            Path folder = Files.createTempDirectory(request.beside(), "arms");
            Path errors = folder.resolve("errors.txt");
            List<String> command = ForkedJvm.command(arguments(request, folder));
            // What it prints is read by this process.
            command.removeIf(word -> word.startsWith("-Dmuster.terminal="));
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            return new ArmsProcess(process, folder, errors, request);
        } catch (IOException e) {
            throw Failure.fault("cannot start a process: " + e.getMessage());
        }
    }

    private static List<String> arguments(Request request, Path folder) {
        List<String> arguments = new ArrayList<>(List.of("arms"));
        request.arms().forEach(arm -> arguments.addAll(List.of("--arm", arm.encode())));
        arguments.addAll(List.of(
                "--folder",
                folder.toString(),
                "--restarts",
                "" + request.restarts(),
                "--blocks",
                "" + request.blocks(),
                "--within-ms",
                "" + request.within().toMillis()));
        arguments.addAll(request.permissions().arguments());
        return arguments;
    }

    /**
     * What it came to.
     *
     * @param restart its whole blocks; null if it ended before there was one
     * @param failure why it ended before its time; null if it did not, or was stopped
     */
    record Ended(@Nullable Restart restart, @Nullable Failure failure) {}

    /**
     * Has all arms begin anew and measure.
     *
     * @param told hears how many of how many blocks have passed
     */
    Ended restart(RestartSpec spec, Consumer<String> told) {
        try {
            Writer in = process.outputWriter();
            in.write(spec.encode() + "\n");
            in.flush();
        } catch (IOException ended) {
            // What it still says tells why.
        }
        try {
            return read(told);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.fault("interrupted");
        }
    }

    private Ended read(Consumer<String> told) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals(ArmLines.END)) {
                return new Ended(restart(lines), null);
            }
            lines.add(line);
            String block = ArmLines.block(line);
            if (block != null) {
                told.accept(block);
            }
        }
        int exitCode = process.waitFor();
        return new Ended(restart(lines), exitCode == 0 || stopped ? null : failure(exitCode));
    }

    private Failure failure(int exitCode) throws IOException {
        String reason = Files.readAllLines(errors).stream()
                .filter(line -> line.startsWith("muster: "))
                .map(line -> line.substring("muster: ".length()))
                .findFirst()
                .orElse("no further message");
        return Failure.passedOn(exitCode, reason);
    }

    /** Whole blocks only. */
    private @Nullable Restart restart(List<String> lines) {
        Map<Integer, List<TurnRow>> blocks = lines.stream()
                .map(ArmLines::turn)
                .flatMap(Stream::ofNullable)
                .sorted(Comparator.comparingInt(TurnRow::number))
                .collect(Collectors.groupingBy(TurnRow::block, TreeMap::new, Collectors.toList()));
        List<TurnRow> whole = blocks.values().stream()
                .filter(turns -> turns.size() == block)
                .flatMap(List::stream)
                .toList();
        return whole.isEmpty()
                ? null
                : new Restart(whole, named(lines, ArmLines::latency), named(lines, ArmLines::costs));
    }

    private static <T> Map<String, T> named(List<String> lines, Function<String, Map.@Nullable Entry<String, T>> read) {
        return lines.stream()
                .map(read)
                .flatMap(Stream::ofNullable)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void delete() {
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            return;
        }
        folder.toFile().delete();
    }

    /** Asks it to end with what it has measured; it waits for nothing else. */
    void stop() {
        stopped = true;
        // Process.destroy also closes what it still has to say.
        process.toHandle().destroy();
    }

    /** Ends it; a restart that still measures is lost. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } finally {
            delete();
        }
    }
}
