package muster.cli.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import muster.cli.host.PythonEnvironment;
import muster.cli.host.Version;
import muster.cli.terminal.Bytes;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Checksum;
import muster.servers.host.Folders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Packs what is built, for hosts with a JDK alone. */
@Command(
        name = "dist",
        description = "Build an archive of Muster that needs only a JDK.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster dist",
            "  scp dist/muster-*.tar.gz rack1: && ssh rack1 'tar xzf muster-*.tar.gz && muster-*/muster --version'",
            "The archive also holds the Python worker as a wheel; its dependencies come from PyPI."
        })
@SuppressWarnings("NullAway.Init") // picocli sets it.
public final class DistCommand implements Callable<Integer> {
    /** What a host needs beside the jars, from the checkout. */
    private static final List<String> FILES = List.of(
            "muster",
            "LICENSE",
            "NOTICE",
            "THIRD-PARTY-NOTICES.md",
            "docs/many-machines.md",
            "worker/python/requirements.txt",
            "docker");

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "dist",
            description = "Output folder; default ${DEFAULT-VALUE}.")
    private Path out;

    @Option(names = "--no-python", description = "Leave out the Python worker, which needs Python 3.11 to build.")
    private boolean noPython;

    @Override
    public Integer call() throws IOException {
        Path checkout = checkout();
        String name = "muster-" + Version.number();
        Path folder = Files.createDirectories(out).resolve(name);
        Folders.delete(folder);
        fill(checkout, folder);
        Path archive = Archive.pack(folder, out.resolve(name + ".tar.gz"));
        Folders.delete(folder);
        report(archive);
        return ExitCode.OK.code();
    }

    private static Path checkout() {
        Path home = Path.of(System.getProperty("muster.home", "")).toAbsolutePath();
        if (!Files.exists(home.resolve("pom.xml"))) {
            throw Failure.badInput("dist: " + home + " is a distribution already; a new one is made in a checkout");
        }
        return home;
    }

    private void fill(Path checkout, Path folder) throws IOException {
        for (String name : FILES) {
            copy(checkout.resolve(name), folder.resolve(name));
        }
        Path jar = runningJar();
        copy(jar, folder.resolve("muster.jar"));
        copy(jar.resolveSibling("lib"), folder.resolve("lib"));
        if (!noPython) {
            wheel(folder.resolve("worker/python"));
        }
    }

    /** Folders as a whole. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.sorted().filter(DistCommand::isPublic).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.toAbsolutePath().getParent());
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** Keys may lie where kustomize reads them; they are packed for nobody. */
    private static boolean isPublic(Path file) {
        return StreamSupport.stream(file.spliterator(), false).noneMatch(part -> part.endsWith("keys"));
    }

    /** The one that the launcher has just built, or found up to date. */
    private static Path runningJar() {
        Path jar = Path.of(System.getProperty("java.class.path", "")).toAbsolutePath();
        if (!jar.endsWith("muster.jar")) {
            throw Failure.badInput("dist: packs a built jar; run it as ./muster dist");
        }
        return jar;
    }

    private void wheel(Path folder) {
        try {
            PythonEnvironment.ofCheckout(output::note).wheel(folder);
        } catch (PythonEnvironment.Missing e) {
            throw Failure.badInput(e.getMessage() + " (--no-python: pack without it)");
        }
    }

    private void report(Path archive) throws IOException {
        long bytes = Files.size(archive);
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("archive", archive.toString());
        made.put("bytes", bytes);
        made.put("sha256", HexFormat.of().formatHex(Checksum.sha256(archive)));
        if (output.json()) {
            output.printJson(made);
        } else {
            output.line(archive + "  " + Bytes.text(bytes) + "  sha256 " + made.get("sha256"));
        }
    }
}
