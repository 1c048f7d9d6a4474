package muster.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import muster.servers.fetch.MavenFetch;
import muster.servers.host.ServerException;

/**
 * A module of the checkout that is not among what Muster ships, and so is built when a server first needs it.
 *
 * @param folder within the checkout
 * @param jar the name of what the build makes in {@code target}
 */
public record CheckoutModule(String folder, String jar) {
    private static final long BUILD_MINUTES = 10;

    /**
     * The jar, built if it is not there or older than its sources.
     *
     * @throws ServerException if there is no checkout, or the build fails
     */
    public Path built() {
        Path wrapper = MusterHome.detect()
                .mavenWrapper()
                .filter(mvnw -> Files.isRegularFile(mvnw.resolveSibling(folder).resolve("pom.xml")))
                .orElseThrow(() -> new ServerException(
                        folder + " is in no distribution of Muster: run from a checkout of its sources"));
        Path module = wrapper.resolveSibling(folder);
        Path made = module.resolve("target").resolve(jar);
        try {
            if (!isFresh(made, module.resolve("src"))) {
                build(wrapper, made);
            }
            return made;
        } catch (IOException e) {
            throw new ServerException(folder + " could not be built: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while " + folder + " was built", e);
        }
    }

    private static boolean isFresh(Path made, Path sources) throws IOException {
        if (!Files.exists(made)) {
            return false;
        }
        FileTime since = Files.getLastModifiedTime(made);
        try (Stream<Path> files = Files.walk(sources)) {
            return files.noneMatch(file -> modified(file).compareTo(since) > 0);
        }
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void build(Path wrapper, Path made) throws IOException, InterruptedException {
        Files.createDirectories(made.resolveSibling("."));
        Path log = made.resolveSibling("build.log");
        List<String> command = List.of(
                wrapper.toString(),
                "-q",
                "-B",
                "-ntp",
                "-pl",
                folder,
                "package",
                "-Dmaven.test.skip=true",
                "-Dspotless.skip=true",
                "-Dmdep.analyze.skip=true");
        Process process = MavenFetch.process(wrapper.resolveSibling(".").normalize(), command)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES);
        process.destroyForcibly();
        if (!ended || process.exitValue() != 0 || !Files.exists(made)) {
            throw new ServerException("building " + folder + " failed; Maven's output: " + log);
        }
    }
}
