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
    RunningServer run() throws IOException, InterruptedException {
        boolean fresh = !folder.isCreated();
        folder.create(provider.name());
        LogTail tail = new LogTail(logs());
        try {
            prepare(tail);
            ServerState state = spawn(fresh);
            RunningServer server = new RunningServer(folder, state, provider.addresses(context.ports()));
            server.stopWithThisProcess();
            awaitOrStop(server, tail);
            folder.write(state.in(ServerState.Phase.READY));
            if (options.owner() == Owner.NOBODY) {
                server.outliveThisProcess();
            }
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            if (isTemporary(fresh)) {
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

    private ServerState spawn(boolean fresh) throws IOException {
        say.accept("Starting %s %s on JDK %s, %s, heap %s, data in %s"
                .formatted(
                        provider.title(),
                        provider.version(),
                        context.jdk().version(),
                        context.ports(),
                        context.heap(),
                        folder.root()));
        ProcessIdentity process = new JavaProcess(context.jdk(), folder).detached(provider.command(context));
        ServerState state = new ServerState(
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
        folder.write(state);
        return state;
    }

    private void awaitOrStop(RunningServer server, LogTail tail) throws IOException, InterruptedException {
        try {
            new Readiness(provider, context, options.timeout()).await(server, tail);
        } catch (ServerException | InterruptedException e) {
            server.close();
            throw e;
        }
    }
}
