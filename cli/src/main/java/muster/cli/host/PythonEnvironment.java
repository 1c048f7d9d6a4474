package muster.cli.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import muster.protocol.Checksum;

/**
 * The virtual environment of Python workers, in the checkout's .muster/python. It is made once for each Python and each
 * lock file; pip checks every file that it fetches against the hashes there. The worker's own sources are used where
 * they are, so that an edit needs no new environment; a distribution has a wheel instead.
 */
public final class PythonEnvironment {
    private static final int MIN_MINOR = 11;
    private static final long SETUP_MINUTES = 10;
    private static final long ASK_S = 10;
    private static final String MARK = "ready";
    private static final String PROJECT = "pyproject.toml";

    private final Path source;
    private final Path folder;
    private final Consumer<String> say;

    /**
     * Names the folders of the environment.
     *
     * @param source folder worker/python of the checkout
     */
    public PythonEnvironment(Path source, Path folder, Consumer<String> say) {
        this.source = source;
        this.folder = folder;
        this.say = say;
    }

    /** That of the checkout that the launcher runs. */
    public static PythonEnvironment ofCheckout(Consumer<String> say) {
        Path source = Path.of(System.getProperty("muster.python", "worker/python"))
                .toAbsolutePath()
                .normalize();
        return new PythonEnvironment(
                source, source.resolve("../../.muster/python").normalize(), say);
    }

    /** There is no environment; the message is one line with the cause and the cure. */
    public static final class Missing extends Exception {
        Missing(String message) {
            super(message);
        }
    }

    /** The program muster-worker in the environment, which is set up if it is not there. */
    public Path program() throws Missing {
        if (!Files.exists(source.resolve("requirements.txt"))) {
            throw new Missing("no Python workers: " + source + " is not there; run from a checkout or a distribution");
        }
        Python python = python();
        Path environment = folder.resolve(python.version() + "-" + key());
        if (!Files.exists(environment.resolve(MARK))) {
            setUpAlone(python, environment);
        }
        return environment.resolve("bin/muster-worker");
    }

    /** Packs the worker into a wheel in {@code out}, as seen from here: the same bytes from the same sources. */
    public void wheel(Path out) throws Missing {
        Path pip = program().resolveSibling("pip");
        Path log = folder.resolve("wheel.log");
        // pip runs in the sources' folder, where a relative path would be another one.
        String there = out.toAbsolutePath().toString();
        List<String> command =
                List.of(pip.toString(), "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", there, ".");
        if (!succeeds(command, log)) {
            throw new Missing("the Python worker could not be packed; output of pip: " + log);
        }
    }

    // ---- which Python ----

    /** @param version such as 3.11 */
    private record Python(String program, String version) {}

    private static Python python() throws Missing {
        String set = System.getenv("MUSTER_PYTHON");
        List<String> names = set == null ? List.of("python3", "python3.13", "python3.12", "python3.11") : List.of(set);
        StringBuilder found = new StringBuilder();
        for (String name : names) {
            String version = version(name);
            if (version.startsWith("3.") && Integer.parseInt(version.substring(2)) >= MIN_MINOR) {
                return new Python(name, version);
            }
            found.append(version.isEmpty() ? "" : "; " + name + " is " + version);
        }
        throw new Missing("no Python workers: no Python 3." + MIN_MINOR + " or newer (looked for "
                + String.join(", ", names) + found + "); install one, or set MUSTER_PYTHON");
    }

    /** "" if there is no such program, or it is no Python. */
    private static String version(String program) {
        try {
            Process process = new ProcessBuilder(
                            program, "-c", "import sys; print('%d.%d' % sys.version_info[:2], end='')")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = process.waitFor(ASK_S, TimeUnit.SECONDS) && process.exitValue() == 0;
            String said = ended ? new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII) : "";
            return said.matches("\\d\\.\\d+") ? said : "";
        } catch (IOException notThere) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    // ---- setting up ----

    /** What the environment depends on: the locked packages, and how the worker itself is installed. */
    private String key() {
        try {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (Path file : List.of(source.resolve("requirements.txt"), packed().orElse(source.resolve(PROJECT)))) {
                all.write(Files.readAllBytes(file));
            }
            all.write(source.toString().getBytes(StandardCharsets.UTF_8));
            byte[] checksum = Checksum.sha256(new ByteArrayInputStream(all.toByteArray()));
            return HexFormat.of().formatHex(checksum, 0, 6);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The wheel of a distribution; a checkout has none. */
    private Optional<Path> packed() throws IOException {
        try (Stream<Path> files = Files.list(source)) {
            return files.filter(file -> file.toString().endsWith(".whl")).findFirst();
        }
    }

    /** One process at a time; the others wait, and then find it ready. */
    private void setUpAlone(Python python, Path environment) throws Missing {
        try {
            Files.createDirectories(folder);
            try (FileChannel lock = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = lock.lock()) {
                if (held.isValid() && !Files.exists(environment.resolve(MARK))) {
                    setUp(python, environment);
                }
            }
        } catch (IOException e) {
            throw new Missing("no Python workers: cannot write " + folder + ": " + e.getMessage());
        }
    }

    private void setUp(Python python, Path environment) throws Missing, IOException {
        say.accept("setting up Python " + python.version() + " for workers (first time: pip fetches what it needs)");
        Path log = folder.resolve("setup.log");
        Files.writeString(log, "");
        String pip = environment.resolve("bin/pip").toString();
        List<String> own =
                packed().map(wheel -> List.of(wheel.toString())).orElse(List.of("--no-build-isolation", "-e", "."));
        Stream.of(
                        List.of(python.program(), "-m", "venv", "--clear", environment.toString()),
                        List.of(pip, "install", "-q", "--no-compile", "--require-hashes", "-r", "requirements.txt"),
                        Stream.concat(Stream.of(pip, "install", "-q", "--no-deps"), own.stream())
                                .toList())
                .filter(command -> !succeeds(command, log))
                .findFirst()
                .ifPresent(command -> say.accept("failed: " + String.join(" ", command)));
        if (!Files.isExecutable(environment.resolve("bin/muster-worker"))) {
            throw new Missing("no Python workers: setting up " + environment + " failed: " + lastLine(log)
                    + " (all of it in " + log + "); python3-venv and a way to PyPI are needed");
        }
        Files.writeString(environment.resolve(MARK), "");
    }

    private boolean succeeds(List<String> command, Path log) {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(source.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            boolean ended = process.waitFor(SETUP_MINUTES, TimeUnit.MINUTES);
            process.destroyForcibly();
            return ended && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String lastLine(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return lines.isEmpty() ? "no output" : lines.getLast();
    }
}
