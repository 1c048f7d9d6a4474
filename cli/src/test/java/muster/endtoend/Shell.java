package muster.endtoend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end. */
public record Shell(Path folder, Map<String, String> environment, long seconds) {
    /** The root of the checkout: tests run in the folder of their module. */
    public static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();

    public record Result(int exitCode, String out, String err) {
        public List<String> outLines() {
            return out.lines().toList();
        }
    }

    /** Of this checkout, in all of its files. */
    public static String version() {
        Result version = in(CHECKOUT).run("bash", ".ci/version");
        if (version.exitCode() != 0) {
            throw new AssertionError(version.err());
        }
        return version.out().strip();
    }

    public static Shell in(Path folder) {
        return new Shell(folder, Map.of(), 300);
    }

    public Shell with(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new Shell(folder, more, seconds);
    }

    /** For what may have to download. */
    public Shell patient() {
        return new Shell(folder, environment, 600);
    }

    /** The launcher of this checkout as it is built. */
    public static Result muster(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = CHECKOUT.resolve("muster").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return in(CHECKOUT).with("MUSTER_NO_BUILD", "1").run(command);
    }

    public Result run(String... command) {
        try {
            Path out = Files.createTempFile("out", ".txt");
            Path err = Files.createTempFile("err", ".txt");
            Process process = start(out, err, command);
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(List.of(command) + " did not end; it said " + Files.readString(err));
            }
            return new Result(process.exitValue(), read(out), read(err));
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public Process start(Path out, Path err, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        Files.delete(file);
        return text;
    }
}
