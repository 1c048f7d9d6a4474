package muster.servers.fetch;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import muster.servers.host.Jdks;
import muster.servers.host.ServerException;

/** One run of the ordinary Maven client, so that the user's proxies, mirrors and credentials are honoured. */
public final class MavenFetch {
    /** Full coordinates, so that no plugin group of the user's settings is asked; the version of our own build. */
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

    private static final Duration FIRST_PROGRESS = Duration.ofSeconds(2);
    private static final Duration NEXT_PROGRESS = Duration.ofSeconds(5);

    private final Optional<Path> wrapper;
    private final Consumer<String> say;
    private int files;
    private String error = "";
    private long nextProgressNs;

    public MavenFetch(Optional<Path> wrapper, Consumer<String> say) {
        this.wrapper = wrapper;
        this.say = say;
    }

    /** Copies what {@code folder/pom.xml} names into {@code folder/lib}; {@code what} names it in messages. */
    public void run(Path folder, String what) throws IOException {
        String maven = maven(what);
        Path log = folder.resolve("fetch.log");
        Process process = process(maven, folder).start();
        process.getOutputStream().close();
        follow(process, log, what);
        int exit = exitOf(process);
        if (exit != 0) {
            Path kept = folder.resolveSibling(what + ".fetch.log");
            Files.move(log, kept, StandardCopyOption.REPLACE_EXISTING);
            throw new ServerException(
                    "fetching " + what + " failed: " + (error.isEmpty() ? maven + " ended with " + exit : error)
                            + ". Check the network, and proxy and mirror in ~/.m2/settings.xml, then start again; Maven's output: "
                            + kept);
        }
    }

    private String maven(String what) {
        return wrapper.filter(Files::isExecutable)
                .or(() -> Jdks.onPath("mvn").stream().findFirst())
                .map(Path::toString)
                .orElseThrow(() -> new ServerException("fetching " + what
                        + " needs Maven: there is no mvnw here and no mvn on PATH; install Maven 3.8.7 or newer"));
    }

    private static ProcessBuilder process(String maven, Path folder) {
        return process(
                folder,
                List.of(
                        maven,
                        "--batch-mode",
                        "--file",
                        folder.resolve("pom.xml").toString(),
                        GOAL,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + folder.resolve("lib")));
    }

    /** Any run of Maven in a folder. */
    public static ProcessBuilder process(Path folder, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        // The wrapper wants a whole JDK, and the one that runs us is at least no older than it needs.
        Path home = Path.of(System.getProperty("java.home"));
        if (Files.isExecutable(home.resolve("bin/javac"))) {
            builder.environment().put("JAVA_HOME", home.toString());
        }
        return builder;
    }

    private void follow(Process process, Path log, String what) throws IOException {
        nextProgressNs = System.nanoTime() + FIRST_PROGRESS.toNanos();
        try (BufferedReader in = process.inputReader();
                BufferedWriter out = Files.newBufferedWriter(log)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(line);
                out.newLine();
                note(line, what);
            }
        }
    }

    private void note(String line, String what) {
        // Maven fetches the descriptions of all jars before the first jar, and copies those that it has.
        if (line.contains("Downloaded from") || line.contains("] Copying ")) {
            files++;
        }
        // Where the first error ends in a colon, the next one is its reason.
        if (line.startsWith("[ERROR]") && (error.isEmpty() || error.endsWith(":"))) {
            error = (error + " " + line.substring("[ERROR]".length()).strip()).strip();
        }
        if (files > 0 && System.nanoTime() >= nextProgressNs) {
            say.accept("  " + what + ": " + files + " files so far");
            nextProgressNs = System.nanoTime() + NEXT_PROGRESS.toNanos();
        }
    }

    private static int exitOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while Maven was fetching", e);
        }
    }
}
