package muster.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One start of one server, from the configuration to the first answered query. */
final class Launch {
    private final ServerProvider provider;
    private final ServerOptions options;
    private final DataFolder folder;
    private final ServerContext context;
    private final Consumer<String> say;

    Launch(
            ServerProvider provider,
            ServerOptions options,
            DataFolder folder,
            ServerContext context,
            Consumer<String> say) {
        this.provider = provider;
        this.options = options;
        this.folder = folder;
        this.context = context;
        this.say = say;
    }

    /** Starts the process and waits until it answers; after an error nothing of it runs any more. */
    @SuppressWarnings("try") // The lock is held, not used.
    RunningServer run() throws IOException, InterruptedException {
        boolean fresh = !folder.isCreated();
        folder.create(provider.name());
        try (FolderLock ignored = lock()) {
            folder.refuseRunning();
            return runLocked(fresh);
        }
    }

    private FolderLock lock() throws IOException {
        return FolderLock.take(folder.lock())
                .orElseThrow(() -> new ServerException("another start is going on in " + folder.root()));
    }

    private RunningServer runLocked(boolean fresh) throws IOException, InterruptedException {
        LogTail tail = new LogTail(logs());
        try {
            prepare(tail);
            RunningServer server = spawn(fresh);
            awaitOrStop(server, tail);
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

    private List<Path> logs() {
        List<Path> logs = new ArrayList<>(List.of(folder.log()));
        provider.logs().forEach(log -> logs.add(folder.home().resolve(log)));
        return logs;
    }

    private void prepare(LogTail tail) throws IOException, InterruptedException {
        provider.configure(context);
        if (folder.isPrepared()) {
            return;
        }
        for (JavaCommand command : provider.beforeFirstStart(context)) {
            new JavaProcess(context.jdk(), folder).runToEnd(command, tail, options.timeout());
        }
        folder.prepared(provider.name());
    }

    private RunningServer spawn(boolean fresh) throws IOException {
        say.accept("Starting %s %s on JDK %s, %s, heap %s, data in %s"
                .formatted(
                        provider.title(),
                        provider.version(),
                        context.jdk().version(),
                        context.ports(),
                        context.heap(),
                        folder.root()));
        ServerState state = state(new JavaProcess(context.jdk(), folder).detached(provider.command(context)), fresh);
        folder.write(state);
        return new RunningServer(folder, state, provider.addresses(context.ports()));
    }

    private ServerState state(ProcessIdentity process, boolean fresh) {
        return new ServerState(
                provider.name(),
                provider.version(),
                ServerState.Phase.STARTING,
                process,
                context.ports(),
                context.heap(),
                context.jdk().version(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                options.owner() == Owner.NOBODY ? Optional.empty() : Optional.of(ProcessIdentity.ofThisProcess()),
                isTemporary(fresh));
    }

    /** Until the server answers it ends with this process, whoever owns it, so that Ctrl-C leaves no half start. */
    private void awaitOrStop(RunningServer server, LogTail tail) throws IOException, InterruptedException {
        server.stopWithThisProcess();
        try {
            new Readiness(provider, context, options.timeout()).await(server, tail);
            server.ready();
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        if (options.owner() == Owner.NOBODY) {
            server.outliveThisProcess();
        }
    }
}
