package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import muster.servers.host.LogTail;
import muster.servers.host.ServerCommand;

/** The start of one process of a server: its files, what comes before its first start, itself, its first answer. */
record PartLaunch(
        ServerPart part,
        ServerContext context,
        List<String> affinity,
        Path log,
        Optional<Duration> timeout,
        Consumer<String> say) {
    void prepare(boolean first) throws IOException, InterruptedException {
        Files.createDirectories(context.home());
        LogTail tail = new LogTail(logs());
        part.configure(context);
        if (first) {
            for (ServerCommand command : part.beforeFirstStart(context)) {
                process().runToEnd(command, tail, timeout);
            }
        }
    }

    /** @param variables of its process, beside its own */
    StartedPart spawn(Map<String, String> variables) throws IOException {
        return StartedPart.of(part, process().detached(affinity, part.command(context), variables));
    }

    /** The same with another bound of the time to the first answer. */
    PartLaunch within(Duration longest) {
        return new PartLaunch(part, context, affinity, log, Optional.of(longest), say);
    }

    /** Returns when it answers a query. */
    void await(StartedPart started, LogTail tail) throws InterruptedException {
        new Readiness(part, context, timeout, say).await(started, tail);
    }

    private ServerProcess process() {
        return new ServerProcess(context.jdk(), context.home(), log);
    }

    List<Path> logs() {
        List<Path> logs = new ArrayList<>(List.of(log));
        part.logs().forEach(name -> logs.add(context.home().resolve(name)));
        return logs;
    }

    @Override
    public String toString() {
        return part.title() + " " + part.version()
                + context.jdk()
                        .map(jdk -> " on JDK " + jdk.version() + ", heap " + context.heap())
                        .orElse("");
    }
}
