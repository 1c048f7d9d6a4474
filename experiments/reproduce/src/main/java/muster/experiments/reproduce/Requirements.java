package muster.experiments.reproduce;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import muster.cli.host.ExistingFolder;
import muster.cli.host.KernelFiles;
import muster.cli.terminal.Bytes;
import muster.experiments.reproduce.claims.Claim;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.Experiment;
import muster.experiments.reproduce.claims.Mode;
import muster.experiments.reproduce.claims.Needs;
import muster.servers.ServerProvider;
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.Jdks;
import org.jspecify.annotations.Nullable;

/** What this machine lacks for an experiment; known before anything is started or loaded. */
final class Requirements {
    private static final int KIB = 1024;

    private final Host host;

    /**
     * What there is.
     *
     * @param memoryBytes available
     * @param diskBytes free where stores are written
     * @param openFiles that one process may have
     */
    record Host(int cores, long memoryBytes, long diskBytes, long openFiles, List<ServerProvider> servers) {
        /** This machine. */
        static Host here(Path store, List<ServerProvider> servers) {
            List<String> memory = new KernelFiles(Path.of("/")).fields("proc/meminfo", "MemAvailable:");
            return new Host(
                    Runtime.getRuntime().availableProcessors(),
                    memory.isEmpty() ? Long.MAX_VALUE : KIB * Long.parseLong(memory.getFirst()),
                    ExistingFolder.of(store).toFile().getUsableSpace(),
                    ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                            ? unix.getMaxFileDescriptorCount()
                            : Long.MAX_VALUE,
                    servers);
        }
    }

    Requirements(Host host) {
        this.host = host;
    }

    /** What is missing for the claim; empty for nothing. */
    Optional<String> missing(Claim claim, ClaimsFile file, Mode mode) {
        return claim.missing().isEmpty()
                ? file.needed(claim).stream()
                        .flatMap(experiment -> missing(experiment, mode).stream())
                        .findFirst()
                : Optional.of(claim.missing());
    }

    /** What is missing for the experiment; empty for nothing. */
    Optional<String> missing(Experiment experiment, Mode mode) {
        Needs needs = experiment.needs();
        double scale = experiment.scaled().isEmpty() ? 1 : mode.scale();
        return Stream.of(
                        server(experiment, mode),
                        host.cores() < needs.cores() ? needs.cores() + " cores; here are " + host.cores() : null,
                        size("memory", needs.memoryBytes(), host.memoryBytes(), scale),
                        size("disk", needs.diskBytes(), host.diskBytes(), scale),
                        openFiles(Math.round(needs.openFiles() * scale)),
                        first(needs.variables(), name -> System.getenv(name) == null, "environment variable "),
                        first(needs.files(), name -> !Files.isReadable(Path.of(name)), "file "),
                        first(needs.programs(), name -> Jdks.onPath(name).isEmpty(), "program "))
                .filter(Objects::nonNull)
                .findFirst()
                .map(what -> "needs " + what);
    }

    private @Nullable String server(Experiment experiment, Mode mode) {
        return experiment
                .plan(mode)
                .server()
                .map(server -> host.servers().stream()
                        .filter(provider -> provider.name().equals(server.name()))
                        .findFirst()
                        .map(Requirements::uninstalled)
                        .orElse("server " + server.name() + ", which this Muster cannot start"))
                .filter(text -> !text.isEmpty())
                .orElse(null);
    }

    /** "" if it is there, or can be fetched. */
    private static String uninstalled(ServerProvider provider) {
        return provider.files() instanceof InstalledFiles files && !files.present()
                ? provider.title() + "; install it: " + files.cure()
                : "";
    }

    private @Nullable String openFiles(long needed) {
        return needed <= host.openFiles()
                ? null
                : String.format(
                        Locale.ROOT,
                        "%,d open files; here are %,d (ulimit -n %1$d as root raises it)",
                        needed,
                        host.openFiles());
    }

    private static @Nullable String size(String what, long atFullSize, long there, double scale) {
        double needed = atFullSize * scale;
        if (needed <= there) {
            return null;
        }
        double fits = Math.floor(100.0 * there / atFullSize) / 100;
        String cure = fits > 0 ? String.format(Locale.ROOT, "; --scale %.2f fits", fits) : "";
        return Bytes.text((long) needed) + " of " + what + "; here are " + Bytes.text(there) + " free" + cure;
    }

    private static @Nullable String first(List<String> names, Predicate<String> missing, String kind) {
        return names.stream()
                .filter(missing)
                .findFirst()
                .map(name -> kind + name)
                .orElse(null);
    }
}
