package muster.servers.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Java runtimes installed on this machine. */
public final class Jdks {
    private Jdks() {}

    /** The best runtime for a server; the error names what to install. */
    public static Jdk find(String server, JdkSupport support) {
        return find(server, support, installed());
    }

    static Jdk find(String server, JdkSupport support, Collection<Jdk> installed) {
        return support.best(installed)
                .orElseThrow(() -> new ServerException(
                        "%s runs on %s, and none is installed (looked in JAVA_HOME, PATH,".formatted(server, support)
                                + " /usr/lib/jvm, ~/.sdkman, ~/.jdks and /opt; found: " + found(installed)
                                + "). Install one, for example: apt-get install openjdk-17-jre-headless, or sdk install java "
                                + support.preferred().stream().findFirst().orElse(support.newest()) + "-tem"));
    }

    /** Every runtime found, each once, those of JAVA_HOME and PATH first. */
    static Collection<Jdk> installed() {
        Map<Path, Jdk> found = new LinkedHashMap<>();
        homes().stream()
                .flatMap(home -> real(home).stream())
                .flatMap(home -> Jdk.at(home).stream())
                .forEach(jdk -> found.putIfAbsent(jdk.home(), jdk));
        return found.values();
    }

    /** The path without links; empty if there is nothing. */
    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static List<Path> homes() {
        List<Path> homes = new ArrayList<>();
        Stream.of(System.getenv("JAVA_HOME"), System.getProperty("java.home"))
                .filter(home -> home != null && !home.isBlank())
                .forEach(home -> homes.add(Path.of(home)));
        onPath("java").forEach(java -> homes.add(java.resolve("../..")));
        Path user = Path.of(System.getProperty("user.home"));
        for (Path folder : List.of(
                Path.of("/usr/lib/jvm"),
                user.resolve(".sdkman/candidates/java"),
                user.resolve(".jdks"),
                Path.of("/opt"))) {
            homes.addAll(children(folder));
        }
        children(Path.of("/Library/Java/JavaVirtualMachines")).forEach(jdk -> homes.add(jdk.resolve("Contents/Home")));
        return homes;
    }

    /** Executables of this name on PATH, links resolved. */
    public static List<Path> onPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .flatMap(file -> real(file).stream())
                .toList();
    }

    private static List<Path> children(Path folder) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(children::add);
        } catch (IOException e) {
            return List.of();
        }
        return children;
    }

    private static String found(Collection<Jdk> installed) {
        return installed.isEmpty()
                ? "nothing"
                : installed.stream().map(Jdk::toString).collect(Collectors.joining("; "));
    }
}
