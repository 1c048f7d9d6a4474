package muster.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import muster.servers.host.BadServerArgument;
import muster.servers.host.CpuAffinity;
import muster.servers.host.Jdk;
import muster.servers.host.Jdks;
import muster.servers.host.Owner;
import muster.servers.host.PortReservation;
import muster.servers.host.Ports;
import muster.servers.host.Secret;
import muster.servers.host.ServerException;
import muster.servers.host.StopOutcome;
import muster.servers.power.UnsyncedWrites;

/** Real database servers on this machine: start, stop, status and list. */
public final class Servers {
    private static final AtomicInteger TEMPORARY = new AtomicInteger();

    private final MusterHome home;
    private final Consumer<String> say;

    /** Lines for the user about what goes on are given to {@code say}. */
    public Servers(MusterHome home, Consumer<String> say) {
        this.home = home;
        this.say = say;
    }

    /** The servers of this checkout; what goes on is told on standard error. */
    public static Servers local() {
        return new Servers(MusterHome.detect(), System.err::println);
    }

    /**
     * Starts a server and returns when it answers a query.
     *
     * @throws BadServerArgument if there is no such server or the folder is not Muster's
     * @throws ServerException if a port is taken, no JDK fits, the fetch fails, or the server dies or does not answer
     */
    public RunningServer start(String name, ServerOptions options) {
        ServerProvider provider = provider(name);
        // Until the server listens on its ports.
        try (PortReservation reservation = new PortReservation()) {
            reap();
            DataFolder folder = new DataFolder(chosenFolder(name, options));
            return start(provider, options, folder, reservation);
        } catch (IOException e) {
            throw new ServerException(name + " could not be started: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException(name + " was interrupted while it started", e);
        }
    }

    /** Everything that can be refused is refused before the jars are fetched and the folder is made. */
    private RunningServer start(
            ServerProvider kind, ServerOptions options, DataFolder folder, PortReservation reservation)
            throws IOException, InterruptedException {
        folder.refuseForeign(kind.name());
        folder.refuseRunning();
        Optional<Secret> password = options.passwordVariable().map(Secret::fromEnvironment);
        SequencedMap<String, String> choices = ServerChoice.complete(kind, options.choices(), folder.choices());
        ServerProvider provider = kind.chosen(choices);
        List<ServerPart> parts = parts(provider, choices);
        Map<ServerPart, Jdk> jdks = new HashMap<>();
        parts.forEach(part -> part.jdks()
                .ifPresent(support -> jdks.put(part, Jdks.find(part.title() + " " + part.version(), support))));
        Ports ports = options.ports().choose(usualPorts(parts), reservation);
        refuseTaken(provider, ports, reservation);
        List<String> affinity = CpuAffinity.command(options.cpus());
        List<PartLaunch> launches = new ArrayList<>();
        for (ServerPart part : parts) {
            ServerContext context = new ServerContext(
                    part.equals(provider) ? folder.home() : folder.home(part.name()),
                    new ServerCache(home, say).libraries(part),
                    Optional.ofNullable(jdks.get(part)),
                    ports,
                    options.heap(),
                    options.settings(),
                    choices,
                    password);
            launches.add(new PartLaunch(
                    part,
                    context,
                    options.owner() == Owner.THIS_PROCESS,
                    affinity,
                    part.equals(provider) ? folder.log() : folder.log(part.name()),
                    Map.of(),
                    options.timeout(),
                    say));
        }
        home.remember(folder.root());
        Optional<UnsyncedWrites> unsynced =
                options.powerLoss() ? Optional.of(UnsyncedWrites.in(home.cache())) : Optional.empty();
        return new Launch(provider, options, folder, launches, unsynced).run();
    }

    /** The server's own ports first, so that its address does not depend on what it needs. */
    private static SequencedMap<String, Integer> usualPorts(List<ServerPart> parts) {
        SequencedMap<String, Integer> ports =
                new LinkedHashMap<>(parts.getLast().usualPorts());
        parts.forEach(part -> part.usualPorts().forEach(ports::putIfAbsent));
        return ports;
    }

    /** Names the first port that is taken, if only by another start, and, where one of our servers has it, which. */
    private void refuseTaken(ServerProvider provider, Ports ports, PortReservation reservation) throws IOException {
        for (Map.Entry<String, Integer> port : ports.byRole().entrySet()) {
            if (!reservation.take(port.getValue())) {
                throw new ServerException("port %d (%s of %s) is in use on %s%s; choose others with --port-base"
                        .formatted(
                                port.getValue(), port.getKey(), provider.title(), Ports.HOST, user(port.getValue())));
            }
        }
    }

    private String user(int port) throws IOException {
        return home.folders().stream()
                .flatMap(folder -> folder.state().stream()
                        .filter(state ->
                                state.isAlive() && state.ports().byRole().containsValue(port))
                        .map(state -> " by %s in %s, process %d"
                                .formatted(
                                        state.name(),
                                        folder.root(),
                                        state.process().pid())))
                .findFirst()
                .orElse("");
    }

    private Path chosenFolder(String name, ServerOptions options) {
        String unique = name + "-" + ProcessHandle.current().pid() + "-" + TEMPORARY.incrementAndGet();
        return options.dataFolder().orElseGet(() -> home.folder(options.owner() == Owner.THIS_PROCESS ? unique : name));
    }

    /** Stops and deletes what processes left behind that had promised to do it and were killed. */
    private void reap() throws IOException {
        for (DataFolder folder : home.folders()) {
            Optional<ServerState> state = folder.state().filter(ServerState::isLeftOver);
            if (state.isPresent() && (state.get().isAlive() || state.get().temporary())) {
                say.accept("Clearing away %s in %s: process %d, which started it, was killed"
                        .formatted(
                                state.get().name(),
                                folder.root(),
                                state.get().owner().orElseThrow().pid()));
                ProcessStopper.stop(folder);
                if (state.get().temporary()) {
                    folder.delete();
                }
            }
        }
        home.forgetDeleted();
    }

    /** Stops the server of a data folder, if it runs, and keeps its data. */
    public StopOutcome stop(Path folder) {
        try {
            return ProcessStopper.stop(new DataFolder(folder));
        } catch (IOException e) {
            throw new ServerException("the server in " + folder + " could not be stopped: " + e, e);
        }
    }

    /**
     * Stops the server of a data folder and deletes what Muster created in it.
     *
     * @throws BadServerArgument if Muster did not create the folder; nothing is then touched
     */
    public StopOutcome delete(Path folder) {
        DataFolder data = new DataFolder(folder);
        try {
            StopOutcome stop = ProcessStopper.stop(data);
            data.delete();
            home.forgetDeleted();
            return stop;
        } catch (IOException e) {
            throw new ServerException(folder + " could not be deleted: " + e, e);
        }
    }

    /**
     * Copies the data of a stopped server within its folder; returns how many bytes.
     *
     * @param name of the copy; one of this name is replaced
     */
    public long copy(Path folder, String name) {
        return move(folder, data -> data.copyTo(name));
    }

    /** Gives a stopped server the data that {@link #copy} copied; returns how many bytes. */
    public long restore(Path folder, String name) {
        return move(folder, data -> data.restoreFrom(name));
    }

    private interface Copying {
        long bytes(DataFolder folder) throws IOException;
    }

    private static long move(Path folder, Copying copying) {
        DataFolder data = new DataFolder(folder);
        data.refuseRunning();
        try {
            return copying.bytes(data);
        } catch (IOException e) {
            throw new ServerException("the data in " + folder + " could not be copied: " + e, e);
        }
    }

    /** What is known of the server of a data folder. */
    public ServerStatus status(String name, Path folder) {
        try {
            return new StatusReader(provider(name)).read(new DataFolder(folder));
        } catch (IOException e) {
            throw new ServerException("the folder " + folder + " cannot be read: " + e, e);
        }
    }

    /** Every server with a data folder, and every kind that has none yet; by folder. */
    public List<ServerStatus> list() {
        try {
            Map<Path, String> folders = new TreeMap<>();
            providers().forEach(provider -> folders.put(home.folder(provider.name()), provider.name()));
            for (DataFolder folder : home.folders()) {
                folders.put(folder.root(), folder.server());
            }
            List<ServerStatus> list = new ArrayList<>();
            folders.forEach((folder, name) -> list.add(status(name, folder)));
            return list;
        } catch (IOException e) {
            throw new ServerException("the servers under " + home.servers() + " cannot be listed: " + e, e);
        }
    }

    /** The default data folder of a server. */
    public Path folder(String name) {
        return home.folder(provider(name).name());
    }

    /** The names of the processes that a server with these choices consists of, in the order of their start. */
    public List<String> processes(String name, Map<String, String> choices) {
        ServerProvider kind = provider(name);
        Map<String, String> complete = ServerChoice.complete(kind, choices, Map.of());
        return parts(kind.chosen(complete), complete).stream()
                .map(ServerPart::name)
                .toList();
    }

    /** What it needs, and last the server itself. */
    private static List<ServerPart> parts(ServerProvider provider, Map<String, String> choices) {
        List<ServerPart> parts = new ArrayList<>(provider.needs(choices));
        parts.add(provider);
        return parts;
    }

    /** The kinds of servers there are, by name. */
    public List<ServerProvider> providers() {
        return ServiceLoader.load(ServerProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ServerProvider::name))
                .toList();
    }

    /** The kind of this name. Throws {@link BadServerArgument} that names those there are. */
    public ServerProvider provider(String name) {
        List<ServerProvider> providers = providers();
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BadServerArgument("there is no server " + name + "; there are: "
                        + providers.stream().map(ServerProvider::name).collect(Collectors.joining(", "))));
    }
}
