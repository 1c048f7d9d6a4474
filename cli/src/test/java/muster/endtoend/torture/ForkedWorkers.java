package muster.endtoend.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import muster.cli.host.PythonEnvironment;
import muster.endtoend.Background;
import muster.endtoend.Shell;

/**
 * Python workers forked from one process, see {@code worker/python/tests/forked_workers.py}: a start costs a
 * fraction of that of a program which has yet to import its libraries.
 */
final class ForkedWorkers implements AutoCloseable {
    static final int SIGKILL = 9;
    static final int SIGCONT = 18;
    static final int SIGSTOP = 19;

    private static final Path SOURCE = Shell.CHECKOUT.resolve("worker/python");
    private static final long END_S = 20;

    private final Process process;
    private final Writer commands;
    private final Map<String, String> said = new ConcurrentHashMap<>();
    private final Set<String> joined = ConcurrentHashMap.newKeySet();

    /** @param folder where the workers keep files, and what they say on stderr */
    ForkedWorkers(String coordinator, Path folder) {
        String script = SOURCE.resolve("tests/forked_workers.py").toString();
        String data = folder.resolve("data").toString();
        try {
            process = new ProcessBuilder(python(), script, coordinator, data)
                    .redirectError(folder.resolve("forked.err").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        commands = process.outputWriter();
        Thread.ofPlatform().daemon().name("forked-workers").start(this::read);
        awaitSaid("", "ready");
    }

    /** One thread at a time: the first may have to set the environment up. */
    private static synchronized String python() {
        try {
            return new PythonEnvironment(SOURCE, Shell.CHECKOUT.resolve(".muster/python"), System.out::println)
                    .program()
                    .resolveSibling("python")
                    .toString();
        } catch (PythonEnvironment.Missing e) {
            throw new AssertionError(e);
        }
    }

    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int tab = line.indexOf('\t');
                take(line.substring(0, Math.max(0, tab)), line.substring(tab + 1));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void take(String name, String text) {
        if (text.startsWith("started ")) {
            joined.remove(name);
        }
        said.merge(name, text + "\n", String::concat);
        if (text.contains("joined the coordinator")) {
            joined.add(name);
        }
    }

    private String awaitSaid(String name, String text) {
        Background.until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError("the process that forks workers ended with " + process.exitValue());
            }
            return said(name).contains(text);
        });
        return said(name);
    }

    // ---- commands ----

    TortureWorker start(String name) {
        joined.remove(name);
        command("start " + name);
        return new TortureWorker.Forked(this, name);
    }

    void kill(String name, boolean all) {
        command(all ? "kill-all " + name : "signal " + name + " " + SIGKILL);
    }

    void signal(String name, int number) {
        command("signal " + name + " " + number);
    }

    /** Processor time of all that are gone, in seconds. */
    double cpuSeconds() {
        said.remove("cpu");
        command("cpu");
        return Double.parseDouble(awaitSaid("cpu", "\n").strip());
    }

    private synchronized void command(String line) {
        try {
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean joined(String name) {
        return joined.contains(name);
    }

    /** What workers of this name have said so far. */
    String said(String name) {
        return said.getOrDefault(name, "");
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
