package muster.cli.server;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import muster.coordinator.control.ServerControl;
import muster.coordinator.core.event.CrashTask;
import muster.coordinator.core.event.ServerTask;
import muster.model.ServerStartRow;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.ServerProvider;
import muster.servers.Servers;
import muster.servers.host.BadServerArgument;
import muster.servers.host.CpuAffinity;
import muster.servers.host.Owner;
import muster.servers.host.PortChoice;
import muster.servers.host.Ports;
import muster.servers.power.UnsyncedWrites;
import muster.text.Json;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.section.CrashSpec;
import muster.workloads.plan.section.ServerSpec;
import org.jspecify.annotations.Nullable;

/** Starts the servers of plans on this host; one at a time, each where the target of its plan expects it. */
public final class PlanServers implements ServerControl {
    private static final List<String> HERE = List.of("127.0.0.1", "localhost");

    private final Servers servers;
    /** All that were started, running or not, by what decides their data. */
    private final Map<String, RunningServer> started = new HashMap<>();

    private @Nullable RunningServer running;
    private @Nullable ServerTask last;

    PlanServers(Servers servers) {
        this.servers = servers;
    }

    /** Those of this checkout; what goes on is told on standard error. */
    public static ServerControl here() {
        return new PlanServers(new Servers(MusterHome.detect(), System.err::println));
    }

    /** Starts the server of a plan, for runs whose plans name none; the caller closes it. */
    public static RunningServer start(Plan plan) {
        ServerSpec server = plan.server().orElseThrow();
        Servers servers = Servers.local();
        return servers.start(server.name(), options(servers, server, address(plan)));
    }

    /** Where that server listens for the target of the plan. */
    public static int port(Plan plan) {
        return port(address(plan));
    }

    // ---- before a run ----

    @Override
    public void check(Plan plan) {
        plan.server().ifPresent(server -> checkCrashes(plan, server.name(), processes(server, address(plan))));
    }

    /** The names of the processes that it will consist of. */
    private List<String> processes(ServerSpec server, String uri) {
        List<String> names =
                servers.providers().stream().map(ServerProvider::name).toList();
        if (!names.contains(server.name())) {
            throw new PlanException(
                    "server.name: " + server.name() + ": no such server; there are " + String.join(", ", names));
        }
        try {
            port(uri);
            options(servers, server, uri);
            CpuAffinity.command(server.cpus());
            return servers.processes(server.name(), server.options());
        } catch (BadServerArgument e) {
            throw new PlanException("server: " + e.getMessage());
        }
    }

    private static void checkCrashes(Plan plan, String server, List<String> processes) {
        for (PhaseSpec phase : plan.phases()) {
            CrashSpec crash = phase.crash();
            if (crash != null && !crash.process().isEmpty() && !processes.contains(crash.process())) {
                throw new PlanException("crash.process: " + crash.process() + ": " + server
                        + " has no such process with its options, only " + String.join(", ", processes));
            }
        }
        try {
            if (plan.losesPower()) {
                UnsyncedWrites.check();
            }
        } catch (BadServerArgument e) {
            throw new PlanException("crash.how: power: " + e.getMessage());
        }
    }

    private static String address(Plan plan) {
        return String.valueOf(plan.target().settings().raw().get("uri"));
    }

    /** Where the server must listen so that the target finds it. */
    private static int port(String uri) {
        try {
            URI parsed = URI.create(uri);
            if (HERE.contains(String.valueOf(parsed.getHost())) && parsed.getPort() > 0) {
                return parsed.getPort();
            }
        } catch (IllegalArgumentException e) {
            // Said below.
        }
        throw new BadServerArgument("target.uri " + uri
                + ": the server is started there, so it must be an address of this host with a port, 127.0.0.1:PORT");
    }

    /** The port with the scheme of the target's address: some servers speak several protocols. The first one if none has it. */
    static String role(Servers servers, String name, Map<String, String> choices, String uri) {
        ServerProvider provider = servers.provider(name).chosen(choices);
        Ports usual = new Ports(provider.usualPorts());
        Set<Integer> ports = provider.addresses(usual).values().stream()
                .map(URI::create)
                .filter(address -> uri.startsWith(address.getScheme() + ":"))
                .map(URI::getPort)
                .collect(Collectors.toSet());
        return usual.byRole().entrySet().stream()
                .filter(role -> ports.contains(role.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(usual.byRole().firstEntry().getKey());
    }

    private static ServerOptions options(Servers servers, ServerSpec server, String uri) {
        ServerOptions options = ServerOptions.usual()
                .withOwner(Owner.THIS_PROCESS)
                .withPorts(new PortChoice.Main(role(servers, server.name(), server.options(), uri), port(uri)))
                .withHeap(server.heap())
                .withSettings(server.set())
                .withChoices(server.options())
                .withCpus(server.cpus());
        return server.data().isEmpty() ? options : options.withDataFolder(Path.of(server.data()));
    }

    private ServerOptions options(ServerTask task) {
        ServerOptions options = options(servers, task.server(), task.uri());
        return task.powerLoss() ? options.withPowerLoss() : options;
    }

    // ---- in a run ----

    @Override
    public ServerStartRow perform(ServerTask task) {
        RunningServer before = running;
        if (task.kind() == ServerTask.Kind.KEEP && before != null && before.isAlive() && continues(task)) {
            return row(task, before, 0, 0, 0, 0);
        }
        long beginNs = System.nanoTime();
        Path folder = stop(task);
        long stoppedNs = System.nanoTime();
        long bytes = copy(task, folder);
        long copiedNs = System.nanoTime();
        ServerOptions options = options(task);
        RunningServer next =
                servers.start(task.server().name(), folder == null ? options : options.withDataFolder(folder));
        started.put(task.server().storage(), next);
        running = next;
        last = task;
        return row(task, next, stoppedNs - beginNs, copiedNs - stoppedNs, System.nanoTime() - copiedNs, bytes);
    }

    @Override
    public CrashTask.Times crash(CrashTask task, LongSupplier clock) {
        RunningServer server = running;
        ServerTask start = last;
        if (server == null || start == null || !server.isAlive()) {
            throw new BadServerArgument("it does not run");
        }
        long crashNs = clock.getAsLong();
        CrashSpec spec = task.spec();
        if (spec.how() == CrashSpec.How.PAUSE) {
            server.pause(spec.process(), TimeUnit.NANOSECONDS.toMillis(spec.pauseNs()));
            return new CrashTask.Times(crashNs, crashNs, clock.getAsLong());
        }
        Duration timeout = Duration.ofNanos(spec.timeoutNs());
        if (!spec.process().isEmpty()) {
            server.kill(spec.process());
            long downNs = clock.getAsLong();
            server.restart(spec.process(), timeout);
            return new CrashTask.Times(crashNs, downNs, clock.getAsLong());
        }
        if (spec.how() == CrashSpec.How.POWER) {
            long files = server.losePower();
            System.err.println("loss of power: unsynced writes to " + files + " files are gone");
        } else {
            server.kill();
        }
        long downNs = clock.getAsLong();
        server.stop();
        ServerOptions options =
                options(start).withDataFolder(server.dataFolder()).withTimeout(timeout);
        running = servers.start(start.server().name(), options);
        started.put(start.server().storage(), running);
        return new CrashTask.Times(crashNs, downNs, clock.getAsLong());
    }

    private boolean continues(ServerTask task) {
        return last != null
                && last.server().equals(task.server())
                && last.powerLoss() == task.powerLoss()
                && last.uri().equals(task.uri());
    }

    /** Stops the server before; returns the folder of the next one, if it has one already. */
    private @Nullable Path stop(ServerTask task) {
        if (running != null) {
            running.stop();
            running = null;
        }
        RunningServer same = started.get(task.server().storage());
        return same == null ? null : same.dataFolder();
    }

    private long copy(ServerTask task, @Nullable Path folder) {
        return switch (task.kind()) {
            case EMPTY, KEEP -> 0;
            case COPY -> servers.copy(known(folder), name(task));
            case RESTORE -> servers.restore(known(folder), name(task));
        };
    }

    private static Path known(@Nullable Path folder) {
        if (folder == null) {
            throw new BadServerArgument("the coordinator that loaded its data has ended; run the plan again");
        }
        return folder;
    }

    /** A file name for the copy. */
    private static String name(ServerTask task) {
        CRC32 sum = new CRC32();
        sum.update(task.copy().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    private static ServerStartRow row(
            ServerTask task, RunningServer server, long stopNs, long copyNs, long startNs, long bytes) {
        return new ServerStartRow(
                task.runId(),
                task.step(),
                task.trial(),
                task.kind().label(),
                server.name(),
                server.version(),
                server.pid(),
                server.cpus(),
                server.heap(),
                Json.write(Map.of(
                        "set", task.server().set(), "options", task.server().options())),
                stopNs,
                copyNs,
                startNs,
                bytes);
    }

    @Override
    public void stop() {
        started.values().forEach(RunningServer::close);
        started.clear();
        running = null;
        last = null;
    }

    @Override
    public void close() {
        stop();
    }
}
