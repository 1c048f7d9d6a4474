package muster.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import muster.servers.host.CpuAffinity;
import muster.servers.host.LogTail;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import muster.servers.power.UnsyncedWrites;

/** A server that answers queries. Closing it stops it and, if it is temporary, deletes its data. */
public final class RunningServer implements AutoCloseable {
    private final DataFolder folder;
    private volatile ServerState state;
    private final SequencedMap<String, String> addresses;
    private final Optional<UnsyncedWrites> unsynced;
    private final Map<String, PartLaunch> launches = new HashMap<>();
    private final Thread hook = new Thread(this::closeQuietly, "stop-server");

    RunningServer(
            DataFolder folder,
            ServerState state,
            SequencedMap<String, String> addresses,
            Optional<UnsyncedWrites> unsynced) {
        this.unsynced = unsynced;
        this.folder = folder;
        this.state = state;
        this.addresses = addresses;
    }

    public String name() {
        return state.name();
    }

    public String version() {
        return state.version();
    }

    /** The address that a plan names, for example {@code bolt://127.0.0.1:7687}. */
    public String uri() {
        return address("uri");
    }

    /** The address of the server's HTTP interface, for example {@code http://127.0.0.1:7474}. */
    public String httpUri() {
        return address("http");
    }

    /** One of {@link #addresses}. */
    public String address(String kind) {
        String address = addresses.get(kind);
        if (address == null) {
            throw new IllegalArgumentException(name() + " has no address " + kind + ", only " + addresses.keySet());
        }
        return address;
    }

    public SequencedMap<String, String> addresses() {
        return addresses;
    }

    public Ports ports() {
        return state.ports();
    }

    public long pid() {
        return state.process().pid();
    }

    /** The version of Java that the server runs on. */
    public String jdk() {
        return state.jdk();
    }

    /** The processors that it may use, as the kernel lists them, such as "0-1"; "" if it has ended. */
    public String cpus() {
        return CpuAffinity.allowed(pid());
    }

    public String heap() {
        return state.heap();
    }

    public Path dataFolder() {
        return folder.root();
    }

    /** Whether all of its processes run. */
    public boolean isAlive() {
        return state.dead().isEmpty();
    }

    /** Stops the server, waiting until it has gone, and keeps its data. */
    public synchronized StopOutcome stop() {
        outliveThisProcess();
        try {
            return ProcessStopper.stop(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL of all its processes at once; returns when they have gone. Its data stay as they are then. */
    public void kill() {
        kill("");
    }

    /** The same of one of its processes, such as cassandra-3. */
    public synchronized void kill(String process) {
        ProcessTree tree = ProcessTree.of(state, process);
        tree.signal("KILL");
        tree.awaitEnd();
    }

    /**
     * The same, and what they had not synced of their files is gone. Returns how many files lost something.
     *
     * @throws ServerException if the server was not started {@link ServerOptions#withPowerLoss}
     */
    public synchronized long losePower() {
        UnsyncedWrites held = unsynced.orElseThrow(
                () -> new ServerException(name() + " was not started for a loss of power; it was not killed"));
        kill();
        try {
            return held.lose(folder.home(), folder.images());
        } catch (IOException e) {
            throw new ServerException("unsynced writes cannot be taken out of " + folder.root() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted in a loss of power", e);
        }
    }

    /**
     * Starts a process of it again that was killed, and returns when it answers.
     *
     * @throws ServerException if there is no such process, it dies or does not answer in time
     */
    public synchronized void restart(String process, Duration timeout) {
        PartLaunch launch = launches.get(process);
        if (launch == null) {
            throw new ServerException(name() + " has no process " + process);
        }
        try {
            start(launch.within(timeout));
        } catch (IOException e) {
            throw new ServerException(process + " could not be started: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException(process + " was interrupted while it started", e);
        }
    }

    /**
     * SIGSTOP of its processes, and SIGCONT after so many milliseconds.
     *
     * @param process the only one; empty for all
     */
    public synchronized void pause(String process, long ms) {
        ProcessTree tree = ProcessTree.of(state, process);
        tree.signal("STOP");
        try {
            ProcessTree.pause(ms);
        } finally {
            tree.signal("CONT");
        }
    }

    @Override
    public synchronized void close() {
        boolean wasReady = state.phase() == ServerState.Phase.READY;
        StopOutcome stopped = stop();
        try {
            if (wasReady && stopped == StopOutcome.STOPPED) {
                launches.values().forEach(PartLaunch::keepArchive);
            }
            if (state.temporary() && folder.isCreated()) {
                folder.delete();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one of its processes, which a stop ends from then on, and returns when it answers. */
    void start(PartLaunch launch) throws IOException, InterruptedException {
        LogTail tail = new LogTail(launch.logs());
        launch.say().accept("Starting %s, %s, data in %s".formatted(launch, launch.ports(), folder.root()));
        StartedPart started = launch.spawn();
        launches.put(started.name(), launch);
        record(state.with(started));
        launch.await(started, tail);
    }

    void ready() throws IOException {
        record(state.in(ServerState.Phase.READY));
    }

    private void record(ServerState next) throws IOException {
        state = next;
        folder.write(next);
    }

    /** From now on the end of this process, unless it is killed at once, closes the server. */
    void stopWithThisProcess() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    void outliveThisProcess() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending: the hook runs already, perhaps it is what called us.
            return;
        }
    }

    private void closeQuietly() {
        try {
            close();
        } catch (RuntimeException e) {
            System.err.println("The server in " + folder.root() + " could not be stopped: " + e.getMessage());
        }
    }
}
