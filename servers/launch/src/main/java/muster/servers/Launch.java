package muster.servers;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.servers.host.FolderLock;
import muster.servers.host.Jdk;
import muster.servers.host.Owner;
import muster.servers.host.ServerException;
import muster.servers.power.UnsyncedWrites;

/** One start of one server, from the configuration to the first answered query. */
final class Launch {
    private final ServerProvider provider;
    private final ServerOptions options;
    private final DataFolder folder;
    private final List<PartLaunch> parts;
    private final Optional<UnsyncedWrites> unsynced;

    /**
     * Does nothing yet.
     *
     * @param parts what the server needs, in the order of their start, and last the server itself
     * @param unsynced holds back what its processes do not sync; empty if nothing does
     */
    Launch(
            ServerProvider provider,
            ServerOptions options,
            DataFolder folder,
            List<PartLaunch> parts,
            Optional<UnsyncedWrites> unsynced) {
        this.provider = provider;
        this.options = options;
        this.folder = folder;
        this.parts = parts;
        this.unsynced = unsynced;
    }

    /** Starts the processes and waits until they answer; after an error nothing of them runs any more. */
    @SuppressWarnings("try") // The lock is held, not used.
    RunningServer run() throws IOException, InterruptedException {
        boolean fresh = !folder.isCreated() || folder.isOfThisProcess();
        folder.create(provider.name());
        try (FolderLock ignored = lock()) {
            folder.refuseRunning();
            return runLocked(fresh);
        }
    }

    private FolderLock lock() throws IOException {
        return FolderLock.take(folder.lock())
                .orElseThrow(() -> new ServerException("another start is in progress in " + folder.root()));
    }

    private RunningServer runLocked(boolean fresh) throws IOException, InterruptedException {
        try {
            RunningServer server = new RunningServer(
                    folder, state(fresh), provider.addresses(context().ports()), unsynced);
            startOrStop(server);
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (isTemporary(fresh) && folder.isCreated()) {
                folder.delete();
            }
            throw e;
        }
    }

    private boolean isTemporary(boolean fresh) {
        return fresh && options.owner() == Owner.THIS_PROCESS;
    }

    /** The context of the server itself. */
    private ServerContext context() {
        return parts.getLast().context();
    }

    private ServerState state(boolean fresh) {
        return new ServerState(
                provider.name(),
                provider.version(),
                ServerState.Phase.STARTING,
                List.of(),
                context().ports(),
                context().jdk().isPresent() ? context().heap() : "",
                context().jdk().map(Jdk::version).orElse(""),
                new LinkedHashMap<>(context().choices()),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                options.owner() == Owner.NOBODY ? Optional.empty() : Optional.of(ProcessIdentity.ofThisProcess()),
                isTemporary(fresh));
    }

    /** Until the server answers it ends with this process, whoever owns it, so that Ctrl-C leaves no half start. */
    private void startOrStop(RunningServer server) throws IOException, InterruptedException {
        server.stopWithThisProcess();
        try {
            start(server);
            server.ready();
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        if (options.owner() == Owner.NOBODY) {
            server.outliveThisProcess();
        }
    }

    private void start(RunningServer server) throws IOException, InterruptedException {
        boolean first = !folder.isPrepared();
        for (PartLaunch part : parts) {
            part.prepare(first);
        }
        folder.prepared(provider.name());
        Map<String, String> variables =
                unsynced.isPresent() ? unsynced.get().environment(folder.home(), folder.images()) : Map.of();
        for (PartLaunch part : parts) {
            server.start(part.with(variables));
        }
    }
}
