package muster.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Owner;
import muster.servers.host.PortChoice;

/**
 * How a server is started.
 *
 * @param dataFolder where its data lies; empty for the default, a folder under {@code .muster/servers}
 * @param heap of the server's JVM, in the JVM's words, for example {@code 1g} or {@code 512m}
 * @param timeout until it must answer a query; empty to wait as long as its process lives
 * @param passwordVariable the environment variable that holds the password; empty for no authentication
 * @param settings settings of the server in its own words, which override Muster's
 * @param choices what the user chose about this kind of server, by the names of its {@link ServerChoice}s
 * @param cpus how many processors its processes may use; 0 for all
 * @param powerLoss whether what it has not synced can be taken from it
 */
public record ServerOptions(
        Optional<Path> dataFolder,
        PortChoice ports,
        String heap,
        Optional<Duration> timeout,
        Optional<String> passwordVariable,
        Map<String, String> settings,
        Map<String, String> choices,
        int cpus,
        Owner owner,
        boolean powerLoss) {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long SPARE_BYTES = 4L << 30;
    private static final AtomicInteger FOLDERS = new AtomicInteger();
    private static final Pattern HEAP = Pattern.compile("[1-9]\\d*[mMgG]");

    public ServerOptions {
        if (!HEAP.matcher(heap).matches()) {
            throw new BadServerArgument("heap " + heap + " is not a size such as 512m or 1g");
        }
        settings = Map.copyOf(settings);
        choices = Map.copyOf(choices);
    }

    /** The usual ports, a heap of 1 GB, no password; runs until stopped. */
    public static ServerOptions usual() {
        return new ServerOptions(
                Optional.empty(),
                new PortChoice.Usual(),
                "1g",
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                0,
                Owner.NOBODY,
                false);
    }

    /** Free ports, stopped with this process, its data deleted. */
    public static ServerOptions temporary() {
        return usual().withPorts(new PortChoice.Free()).withOwner(Owner.THIS_PROCESS);
    }

    /**
     * With a new folder in memory, so that the database waits for no disk; on the disk where the system has no 4 GB of
     * memory to spare for files.
     */
    public ServerOptions inMemory() {
        boolean spare = MEMORY.toFile().canWrite() && MEMORY.toFile().getUsableSpace() >= SPARE_BYTES;
        String unique = "muster-" + ProcessHandle.current().pid() + "-" + FOLDERS.incrementAndGet();
        return spare ? withDataFolder(MEMORY.resolve(unique)) : this;
    }

    public ServerOptions withDataFolder(Path next) {
        return new ServerOptions(
                Optional.of(next), ports, heap, timeout, passwordVariable, settings, choices, cpus, owner, powerLoss);
    }

    public ServerOptions withPorts(PortChoice next) {
        return new ServerOptions(
                dataFolder, next, heap, timeout, passwordVariable, settings, choices, cpus, owner, powerLoss);
    }

    public ServerOptions withHeap(String next) {
        return new ServerOptions(
                dataFolder, ports, next, timeout, passwordVariable, settings, choices, cpus, owner, powerLoss);
    }

    public ServerOptions withTimeout(Duration next) {
        return new ServerOptions(
                dataFolder,
                ports,
                heap,
                Optional.of(next),
                passwordVariable,
                settings,
                choices,
                cpus,
                owner,
                powerLoss);
    }

    public ServerOptions withPasswordVariable(String next) {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, Optional.of(next), settings, choices, cpus, owner, powerLoss);
    }

    public ServerOptions withSettings(Map<String, String> next) {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, passwordVariable, next, choices, cpus, owner, powerLoss);
    }

    public ServerOptions withChoices(Map<String, String> next) {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, passwordVariable, settings, next, cpus, owner, powerLoss);
    }

    public ServerOptions withCpus(int next) {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, passwordVariable, settings, choices, next, owner, powerLoss);
    }

    public ServerOptions withOwner(Owner next) {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, passwordVariable, settings, choices, cpus, next, powerLoss);
    }

    /** With files of which {@link RunningServer#losePower} takes what is not synced. It costs the server some time at each sync. */
    public ServerOptions withPowerLoss() {
        return new ServerOptions(
                dataFolder, ports, heap, timeout, passwordVariable, settings, choices, cpus, owner, true);
    }
}
