package muster.endtoend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Processes of the packaged jar that stay up while a test does something else; all are ended with it. */
public final class Background implements AutoCloseable {
    private static final int PATIENCE_S = 300;
    /** A shell without job control lets what it starts in the background ignore Ctrl-C, and no JVM undoes that. */
    private static final List<String> WITH_CTRL_C = withCtrlC();

    private final Path folder;
    private final List<One> all = new ArrayList<>();

    private static List<String> withCtrlC() {
        List<String> gnu = List.of("env", "--default-signal=INT");
        int known = Shell.in(Path.of("/")).run(gnu.get(0), gnu.get(1), "true").exitCode();
        return known == 0 ? gnu : List.of();
    }

    public Background(Path folder) {
        this.folder = folder;
    }

    /** One of them. */
    public record One(Process process, Path out, Path err) {
        public String said() {
            try {
                return Files.readString(out) + Files.readString(err);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Waits until it has said this. */
        public One awaitLine(String text) {
            until(() -> {
                if (!process.isAlive() && !said().contains(text)) {
                    throw new AssertionError("ended without saying '" + text + "', but: " + said());
                }
                return said().contains(text);
            });
            return this;
        }

        /** Of a coordinator: where it can be reached, as soon as it can. */
        public String address() {
            String said = awaitLine("results go to").said();
            return said.substring(said.indexOf("tcp://"), said.indexOf(", results"));
        }

        /** Sends a signal, as a shell would. */
        public One signal(String name) {
            Shell.in(Path.of("/")).run("kill", "-" + name, Long.toString(process.pid()));
            return this;
        }

        public Shell.Result result() {
            return result(PATIENCE_S);
        }

        /** Waits longer than usual for the end of a process, where the test itself takes its processors. */
        public Shell.Result result(int patienceS) {
            try {
                if (!process.waitFor(patienceS, TimeUnit.SECONDS)) {
                    throw new AssertionError("did not end; it said " + said());
                }
                return new Shell.Result(process.exitValue(), Files.readString(out), Files.readString(err));
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** With further options of the JVM. */
    public One startWith(String options, String... arguments) {
        return launch(List.of(), folder.resolve("home"), options, arguments);
    }

    /** With these variables in its environment, which the launcher and all that it starts inherit. */
    public One startUnder(Map<String, String> environment, String... arguments) {
        List<String> prefix = new ArrayList<>(List.of("env"));
        environment.forEach((name, value) -> prefix.add(name + "=" + value));
        return launch(prefix, folder.resolve("home"), "", arguments);
    }

    /** Behind another program, which executes it. */
    public One startBehind(List<String> program, String... arguments) {
        return launch(program, folder.resolve("home"), "", arguments);
    }

    /** On one core only. */
    public One pinned(int core, String... arguments) {
        return launch(List.of("taskset", "-c", Integer.toString(core)), folder.resolve("home"), "", arguments);
    }

    /**
     * Starts a process with a folder of its own.
     *
     * @param home where it keeps files by checksum: its own, so that nothing is there already
     */
    public One start(Path home, String... arguments) {
        return launch(List.of(), home, "", arguments);
    }

    private One launch(List<String> prefix, Path home, String options, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(WITH_CTRL_C);
        command.add(Shell.CHECKOUT.resolve("muster").toString());
        command.addAll(List.of(arguments));
        Shell shell = Shell.in(folder)
                .with("MUSTER_NO_BUILD", "1")
                .with(
                        "MUSTER_JAVA_OPTS",
                        "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dmuster.home=" + home + " " + options);
        return started(shell, command);
    }

    /** A program, without the launcher. */
    public One run(List<String> command) {
        return started(Shell.in(folder), command);
    }

    private One started(Shell shell, List<String> command) {
        Path out = folder.resolve("out-" + all.size() + ".txt");
        Path err = folder.resolve("err-" + all.size() + ".txt");
        try {
            Process process = shell.start(out, err, command.toArray(String[]::new));
            One one = new One(process, out, err);
            all.add(one);
            return one;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public One start(String... arguments) {
        return startWith("", arguments);
    }

    /** One that has joined. */
    public One worker(String coordinator, String name, String... more) {
        List<String> arguments = new ArrayList<>(List.of("worker", "--coordinator", coordinator, "--name", name));
        arguments.addAll(List.of(more));
        return start(arguments.toArray(String[]::new)).awaitLine("joined the coordinator");
    }

    /** Waits for what another process brings about. */
    public static void until(BooleanSupplier condition) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("it did not come about within " + PATIENCE_S + " s");
            }
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Override
    public void close() {
        // Of the living only: the number of a dead one may be another's by now, for whose end one would wait.
        for (One one : all) {
            if (one.process().isAlive()) {
                one.process().descendants().forEach(ProcessHandle::destroyForcibly);
                one.process().destroyForcibly();
                one.result();
            }
        }
    }
}
