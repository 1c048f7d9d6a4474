package muster.experiments.observe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import muster.cli.terminal.Failure;
import muster.coordinator.observe.SampleReader;
import muster.servers.ServerStatus;
import muster.servers.Servers;
import org.jspecify.annotations.Nullable;

/** The process that is observed: one that was named by its number, or whichever a server of Muster runs as. */
final class ObservedServer {
    private final String name;
    private final @Nullable Servers servers;
    private @Nullable ProcessHandle process;

    private ObservedServer(String name, @Nullable Servers servers, @Nullable ProcessHandle process) {
        this.name = name;
        this.servers = servers;
        this.process = process;
    }

    static ObservedServer ofPid(long pid) {
        ProcessHandle process = ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .orElseThrow(() -> Failure.badInput("--pid %d: there is no such process on this host".formatted(pid)));
        return new ObservedServer(new SampleReader().name(pid), null, process);
    }

    /** A server that {@code ./muster server start} has started; it is followed if it is started again. */
    static ObservedServer named(String name, Servers servers) {
        Optional<ProcessHandle> process = running(name, servers);
        if (process.isEmpty()) {
            throw Failure.badInput(
                    "--server %s: it does not run; start it with ./muster server start %s, or name its process with --pid"
                            .formatted(name, name));
        }
        return new ObservedServer(name, servers, process.get());
    }

    private static Optional<ProcessHandle> running(String name, Servers servers) {
        ServerStatus status = servers.status(name, servers.folder(name));
        return status.pid().isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(status.pid().getAsLong()).filter(ProcessHandle::isAlive);
    }

    /** Such as "neo4j (process 4711)". */
    String text() {
        return process == null ? name : "%s (process %d)".formatted(name, process.pid());
    }

    /** -1 while it does not run. */
    long pid() {
        return process == null ? -1 : process.pid();
    }

    /** A process of the same number that was started later is another one. */
    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Whether it may come back under another number. */
    boolean comesBack() {
        return servers != null;
    }

    /** Looks whether it was started again. */
    void find() {
        process = servers == null ? null : running(name, servers).orElse(null);
    }

    /** Whether all of it may be read; of another user's process input and output, open files and heap may not. */
    boolean isReadable() {
        return Files.isReadable(Path.of("/proc/" + pid() + "/fd"));
    }
}
