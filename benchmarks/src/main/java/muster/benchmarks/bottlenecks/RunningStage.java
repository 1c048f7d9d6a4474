package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import muster.benchmarks.process.ServiceProcess;

/** The processes of one row: they stay up for all its loads, and only they are ended with it. */
final class RunningStage implements AutoCloseable {
    private static final int COMPETE_S = 600;

    private final Stage stage;
    private final Deque<AutoCloseable> processes = new ArrayDeque<>();
    private final int port;

    private RunningStage(Stage stage, Cores cores, long seed) throws IOException {
        this.stage = stage;
        int server = added(Helper.java(
                        cores.server(), TestServer.class, stage.workUs(), stage.delayUs(), stage.lockUs(), seed))
                .port();
        boolean proxied = stage.networkUs() > 0;
        port = proxied
                ? added(Helper.java(-1, DelayProxy.class, server, stage.networkUs()))
                        .port()
                : server;
    }

    /**
     * Starts it, and returns once the worker has joined.
     *
     * @param coordinator its address
     */
    static RunningStage start(
            Path home, Path folder, String name, Stage stage, Cores cores, String coordinator, long seed)
            throws IOException {
        RunningStage running = new RunningStage(stage, cores, seed);
        try {
            ServiceProcess worker = running.worker(home, folder, name, cores, coordinator);
            worker.awaitLine("joined the coordinator");
            for (int i = 0; i < stage.competitors(); i++) {
                running.added(Helper.busy(cores.generator(), COMPETE_S));
            }
            return running;
        } catch (IOException | IllegalStateException e) {
            running.close();
            throw e;
        }
    }

    private ServiceProcess worker(Path home, Path folder, String name, Cores cores, String coordinator)
            throws IOException {
        List<String> before = stage.pinned() ? Cores.pin(cores.generator()) : List.of();
        List<String> words = new ArrayList<>(List.of("worker", "--coordinator", coordinator, "--name", name));
        words.addAll(stage.python() ? List.of("--python") : List.of());
        String options = stage.ballastMb() == 0
                ? stage.jvm()
                : stage.jvm() + " -javaagent:" + agent(folder) + "=" + stage.ballastMb();
        return added(ServiceProcess.start(before, home, folder.resolve(name + ".log"), options.strip(), words));
    }

    /** A jar of one class, since only a jar can be an agent. */
    private static Path agent(Path folder) throws IOException {
        Path jar = folder.resolve("gc-agent.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", GcAgent.class.getName());
        String entry = GcAgent.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                var bytes = RunningStage.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            Objects.requireNonNull(bytes, entry).transferTo(out);
            out.closeEntry();
        }
        return jar;
    }

    /** The section of a plan. */
    String target() {
        String pool = stage.connections() > 0 ? ", connections: " + stage.connections() : "";
        return "{kind: http, uri: \"http://127.0.0.1:%d/\"%s}".formatted(port, pool);
    }

    private <T extends AutoCloseable> T added(T process) {
        processes.push(process);
        return process;
    }

    /** The worker before the server, so that it sees no error that is none of the run's. */
    @Override
    public void close() {
        for (AutoCloseable process : processes) {
            try {
                process.close();
            } catch (Exception e) {
                throw new IllegalStateException("a process of the stage did not end", e);
            }
        }
    }
}
