package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import muster.servers.host.LogTail;
import muster.servers.host.Ports;
import muster.servers.host.ServerCommand;

/**
 * The start of one process of a server: its files, what comes before its first start, itself, its first answer.
 *
 * @param temporary whether the server ends with this process
 * @param variables of the process, in addition to its own
 * @param timeout the longest time to its first answer; empty: as long as it lives
 */
record PartLaunch(
        ServerPart part,
        ServerContext context,
        boolean temporary,
        List<String> affinity,
        Path log,
        Map<String, String> variables,
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

    PartLaunch with(Map<String, String> others) {
        return new PartLaunch(part, context, temporary, affinity, log, others, timeout, say);
    }

    PartLaunch within(Duration longest) {
        return new PartLaunch(part, context, temporary, affinity, log, variables, Optional.of(longest), say);
    }

    StartedPart spawn() throws IOException {
        ServerCommand command = part.command(context);
        Optional<ClassArchive> archive = archive(command);
        ServerCommand quick = archive.isPresent() ? archive.get().quickCommand() : command;
        return StartedPart.of(part, process().detached(affinity, quick, variables));
    }

    /** What lives longer than this process, and is measured, does not make one at its end. */
    private Optional<ClassArchive> archive(ServerCommand command) {
        return ClassArchive.of(command, context).filter(archive -> temporary || Files.exists(archive.file()));
    }

    /** Once it has ended well. */
    void keepArchive() {
        archive(part.command(context)).ifPresent(ClassArchive::keep);
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

    /** Those that it listens on itself. */
    Ports ports() {
        LinkedHashMap<String, Integer> own = new LinkedHashMap<>();
        part.usualPorts().keySet().forEach(role -> own.put(role, context.ports().of(role)));
        return new Ports(own);
    }

    @Override
    public String toString() {
        return part.title() + " " + part.version()
                + context.jdk()
                        .map(jdk -> " on JDK " + jdk.version() + ", heap " + context.heap())
                        .orElse("");
    }
}
