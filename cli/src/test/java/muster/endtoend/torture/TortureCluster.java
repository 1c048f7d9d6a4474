package muster.endtoend.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import muster.cli.host.PythonEnvironment;
import muster.cli.run.PythonProgram;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.workloads.plan.FileRule;

/** A coordinator and workers as processes of their own, some of them in Python; one that is killed is replaced. */
final class TortureCluster implements AutoCloseable {
    /** So many that some are at work while others start, or wait until their namesake is fenced. */
    private static final int WORKERS = 12;
    /** Of the workers. */
    private static final int PYTHON = 2;

    final TortureCpu cpu = new TortureCpu();
    final Farm farm;
    private final TortureJvm jvm;
    private final List<String> python;
    private final Map<String, Background.One> workers = new LinkedHashMap<>();
    private final Map<String, Long> resumeAtNs = new LinkedHashMap<>();
    /** Workers that were seen to have joined: what a process says is a file, and reading it costs more than a kill. */
    private final Set<String> joined = new HashSet<>();

    private Background.One coordinator;
    private int names;

    /** @param first a short run, for the archives of classes */
    TortureCluster(Path folder, Path first) {
        farm = new Farm(folder);
        jvm = new TortureJvm(folder);
        python = python(farm.address(), folder.resolve("bytecode"));
        record(first);
        coordinator = startCoordinator();
        for (int i = 0; i < WORKERS; i++) {
            startWorker(newName(i < PYTHON));
        }
    }

    /**
     * The program muster-worker and its arguments but for the name. A worker that may not keep what it compiled compiles
     * all of its libraries in both of its processes, which costs more than all else of its life.
     */
    private static List<String> python(String address, Path bytecode) {
        List<String> command =
                new ArrayList<>(List.of("env", "PYTHONDONTWRITEBYTECODE=", "PYTHONPYCACHEPREFIX=" + bytecode));
        try {
            Path source = Shell.CHECKOUT.resolve("worker/python");
            Path program = new PythonEnvironment(source, Shell.CHECKOUT.resolve(".muster/python"), System.out::println)
                    .program();
            command.addAll(new PythonProgram(program, 1).command(address, "", FileRule.anywhere()));
            return command;
        } catch (PythonEnvironment.Missing e) {
            throw new AssertionError(e);
        }
    }

    /** Makes the archives that later starts read: of the classes that a whole run needs, drivers included. */
    private void record(Path first) {
        Path file = farm.folder.resolve("first.db");
        Background.One server = farm.background
                .run(jvm.recording("coordinator", "--bind", farm.address(), "--store", file.toString()))
                .awaitLine("results go to");
        Background.One worker = farm.background
                .run(jvm.recording("worker", "--coordinator", farm.address(), "--name", "first"))
                .awaitLine("joined the coordinator");
        Farm.ended(farm.background
                .run(jvm.recording("run", first.toString(), "--coordinator", farm.address(), "--expect-workers", "1"))
                .result());
        worker.signal("TERM").result();
        server.signal("TERM").result();
    }

    // ---- starts ----

    private Background.One startCoordinator() {
        jvm.deleteUnpacked();
        return farm.background
                .run(jvm.command("coordinator", "--bind", farm.address(), "--store", farm.file.toString()))
                .awaitLine("results go to");
    }

    private void startWorker(String name) {
        List<String> command = new ArrayList<>(python);
        if (isPython(name)) {
            command.addAll(List.of("--name", name));
        } else {
            command = jvm.command("worker", "--coordinator", farm.address(), "--name", name);
        }
        workers.put(name, farm.background.run(command));
    }

    private String newName(boolean inPython) {
        return (inPython ? "python-" : "java-") + ++names;
    }

    private static boolean isPython(String name) {
        return name.startsWith("python-");
    }

    Background.One submit(Path plan) {
        return farm.background.run(
                jvm.command("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "4"));
    }

    // ---- what is done to them ----

    /** Returns how many were killed: fewer than wished for if so few are at work. */
    int killWorkers(SplittableRandom random, int most, boolean newName) {
        List<String> victims = atWork(random).stream().limit(most).toList();
        victims.forEach(name -> kill(isPython(name) ? "python workers" : "workers", workers.get(name)));
        for (String name : victims) {
            resumeAtNs.remove(name);
            joined.remove(name);
            workers.remove(name).result();
            startWorker(newName ? newName(isPython(name)) : name);
        }
        return victims.size();
    }

    /** Returns when the next one is there. */
    void killCoordinator() {
        kill("coordinator", coordinator);
        coordinator.result();
        coordinator = startCoordinator();
    }

    private void kill(String kind, Background.One one) {
        cpu.addAll(kind, one.process());
        one.process().destroyForcibly();
    }

    void pause(SplittableRandom random, long lengthNs) {
        atWork(random).stream().limit(1).forEach(name -> {
            workers.get(name).signal("STOP");
            resumeAtNs.put(name, System.nanoTime() + lengthNs);
        });
    }

    /** Lets those go on whose time has come; all if {@code all}. */
    void resume(boolean all) {
        long nowNs = System.nanoTime();
        resumeAtNs.entrySet().removeIf(one -> {
            boolean due = all || nowNs - one.getValue() >= 0;
            if (due) {
                workers.get(one.getKey()).signal("CONT");
            }
            return due;
        });
    }

    /** Whether there is a worker to kill: all may be about to start, or wait for their namesakes' end. */
    boolean isAtWork() {
        return workers.keySet().stream().anyMatch(this::isAtWork);
    }

    private boolean isAtWork(String name) {
        if (!joined.contains(name) && workers.get(name).said().contains("joined the coordinator")) {
            joined.add(name);
        }
        return joined.contains(name) && !resumeAtNs.containsKey(name);
    }

    /** In an order of chance. */
    private List<String> atWork(SplittableRandom random) {
        List<String> names =
                new ArrayList<>(workers.keySet().stream().filter(this::isAtWork).toList());
        Collections.shuffle(names, new Random(random.nextLong()));
        return names;
    }

    // ---- the end ----

    /** Of the workers that are there, and of the coordinator, what it said. */
    String said() {
        return coordinator.said();
    }

    void addCpu() {
        workers.forEach((name, one) -> cpu.addAll(isPython(name) ? "python workers" : "workers", one.process()));
        cpu.addAll("coordinator", coordinator.process());
        cpu.add("torture", ProcessHandle.current().pid());
    }

    @Override
    public void close() {
        resume(true);
        farm.close();
    }
}
