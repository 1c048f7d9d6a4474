package muster.cli.interleave;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import muster.cli.host.OwnJvm;
import muster.cli.terminal.Failure;
import muster.store.analysis.overhead.ArmLatency;
import muster.store.analysis.overhead.Restart;
import muster.store.file.row.TurnRow;
import org.jspecify.annotations.Nullable;

/** One restart of both arms in a process of its own. */
public final class ArmsProcess {
    private final Process process;
    private final Path folder;
    private final Path errors;
    private volatile boolean stopped;

    private ArmsProcess(Process process, Path folder, Path errors) {
        this.process = process;
        this.folder = folder;
        this.errors = errors;
    }

    /**
     * How one restart is done.
     *
     * @param plan as it was typed, with its options
     * @param beside where temporary stores are made: on the disk that stores of runs are on
     */
    public record Request(
            List<String> plan, String lease, long seed, long turnMs, int warmUpBlocks, int blocks, Path beside) {}

    public static ArmsProcess start(Request request) {
        try {
            Files.createDirectories(request.beside());
            Path folder = Files.createTempDirectory(request.beside(), "arms");
            Path errors = folder.resolve("errors.txt");
            List<String> command = OwnJvm.command(arguments(request, folder));
            // What it prints is read by this process.
            command.removeIf(word -> word.startsWith("-Dmuster.terminal="));
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            process.getOutputStream().close();
            return new ArmsProcess(process, folder, errors);
        } catch (IOException e) {
            throw Failure.fault("cannot start a process: " + e.getMessage());
        }
    }

    private static List<String> arguments(Request request, Path folder) {
        List<String> arguments = new ArrayList<>(List.of("arms"));
        arguments.addAll(request.plan());
        arguments.addAll(List.of("--folder", folder.toString(), "--lease", request.lease()));
        arguments.addAll(List.of("--seed", "" + request.seed(), "--turn-ms", "" + request.turnMs()));
        arguments.addAll(List.of("--warm-up", "" + request.warmUpBlocks(), "--blocks", "" + request.blocks()));
        return arguments;
    }

    /** Reads its turns until it ends; null if it was stopped before it had measured a block. */
    public @Nullable Restart await(Consumer<TurnRow> turned) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                lines.add(line);
                TurnRow turn = ArmLines.turn(line);
                if (turn != null) {
                    turned.accept(turn);
                }
            }
            int exitCode = process.waitFor();
            requireWhole(exitCode);
            return restart(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failure.fault("interrupted");
        } finally {
            delete();
        }
    }

    private void requireWhole(int exitCode) throws IOException {
        if (exitCode != 0 && !stopped) {
            String reason = Files.readAllLines(errors).stream()
                    .filter(line -> line.startsWith("muster: "))
                    .map(line -> line.substring("muster: ".length()))
                    .findFirst()
                    .orElse("it says no more");
            throw Failure.passedOn(exitCode, reason);
        }
    }

    /** Whole blocks only. */
    private static @Nullable Restart restart(List<String> lines) {
        List<TurnRow> turns =
                lines.stream().map(ArmLines::turn).flatMap(Stream::ofNullable).toList();
        int whole = turns.size() / TurnSchedule.BLOCK * TurnSchedule.BLOCK;
        return whole == 0
                ? null
                : new Restart(
                        turns.subList(0, whole), latency(lines, Restart.STANDALONE), latency(lines, Restart.CLUSTER));
    }

    private static ArmLatency latency(List<String> lines, String arm) {
        return lines.stream()
                .map(line -> ArmLines.latency(line, arm))
                .flatMap(Stream::ofNullable)
                .findFirst()
                .orElse(new ArmLatency(0, 0, Double.NaN, Double.NaN, Double.NaN));
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
    public void stop() {
        stopped = true;
        process.destroy();
    }
}
