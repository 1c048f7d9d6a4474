package muster.endtoend.torture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;

/**
 * Commands of the packaged jar in a JVM that takes its classes from an archive of an earlier start. What a start costs
 * bounds how many processes can be killed in a minute: with an archive it is half.
 */
record TortureJvm(Path folder) {
    private static final boolean HAS_CACHE = Runtime.version().feature() >= 25;
    private static final Path JAR = Shell.CHECKOUT.resolve("cli/target/muster.jar");
    private static final String MARK = "recorded";
    private static final long FIRST_OPERATIONS = 200;

    /**
     * With archives below {@code kept}, made unless those of this jar and this kind of database are there.
     *
     * @param folder for the short run that makes them
     */
    static TortureJvm recorded(Path kept, Path folder, TortureDatabase database) {
        try {
            String key = "jvm-" + database.server().name() + "-"
                    + Files.getLastModifiedTime(JAR).toMillis();
            TortureJvm jvm = new TortureJvm(kept.resolve(key));
            if (!Files.exists(jvm.folder.resolve(MARK))) {
                Files.createDirectories(jvm.folder);
                jvm.record(folder, TortureLane.plan(folder, database.target(0), FIRST_OPERATIONS));
                Files.createFile(jvm.folder.resolve(MARK));
                deleteOthers(kept, key);
            }
            return jvm;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteOthers(Path kept, String key) throws IOException {
        try (Stream<Path> folders = Files.list(kept)) {
            for (Path old : folders.filter(each -> isOther(each, key)).toList()) {
                Shell.in(kept).run("rm", "-r", old.toString());
            }
        }
    }

    private static boolean isOther(Path folder, String key) {
        String name = folder.getFileName().toString();
        return name.startsWith("jvm-") && !name.equals(key);
    }

    /** Makes the archives that later starts read: of the classes that a whole run needs, drivers included. */
    private void record(Path folder, Path plan) {
        try (Farm farm = new Farm(folder)) {
            Background.One coordinator = farm.background
                    .run(recording("coordinator", "--bind", farm.address(), "--store", farm.file.toString()))
                    .awaitLine("results go to");
            Background.One worker = farm.background
                    .run(recording("worker", "--coordinator", farm.address(), "--name", "first"))
                    .awaitLine("joined the coordinator");
            Farm.ended(farm.background
                    .run(recording("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "1"))
                    .result());
            worker.signal("TERM").result();
            coordinator.signal("TERM").result();
        }
    }

    /** A start whose orderly end writes the archive of its command. */
    private List<String> recording(String... arguments) {
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
                "-Dmuster.home=" + folder));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(List.of("-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
