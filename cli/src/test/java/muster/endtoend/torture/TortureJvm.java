package muster.endtoend.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Shell;

/**
 * Commands of the packaged jar in a JVM that takes its classes from an archive of an earlier start. What a start costs
 * bounds how many processes can be killed in a minute: with an archive it is half.
 */
record TortureJvm(Path folder) {
    private static final boolean HAS_CACHE = Runtime.version().feature() >= 25;
    private static final Path JAR = Shell.CHECKOUT.resolve("cli/target/muster.jar");

    TortureJvm {
        try {
            Files.createDirectories(unpacked(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A start whose orderly end writes the archive of its command. */
    List<String> recording(String... arguments) {
        return command(
                (HAS_CACHE ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive(arguments[0]), arguments);
    }

    /** A start from the archive of its command. */
    List<String> command(String... arguments) {
        return command((HAS_CACHE ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive(arguments[0]), arguments);
    }

    private Path archive(String command) {
        return folder.resolve(command + ".archive");
    }

    private List<String> command(String archive, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                archive,
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dmuster.home=" + folder.resolve("home"),
                "-Dorg.sqlite.tmpdir=" + unpacked(folder)));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Where each process puts SQLite's native library, 1 MB, which it cannot delete when it is killed. */
    private static Path unpacked(Path folder) {
        return folder.resolve("sqlite");
    }

    /** Deletes what killed processes left; only while no process is about to load it. */
    void deleteUnpacked() {
        try (Stream<Path> files = Files.list(unpacked(folder))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
