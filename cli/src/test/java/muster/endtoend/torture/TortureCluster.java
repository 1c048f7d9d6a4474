package muster.endtoend.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
    private static final int WORKERS = 16;
    /** Of the workers. */
    private static final int PYTHON = 2;

    final TortureCpu cpu = new TortureCpu();
    final Farm farm;
    private final TortureJvm jvm;
    private final List<String> python;
    private final Map<String, Background.One> workers = new LinkedHashMap<>();
    private final Map<String, Long> resumeAtNs = new LinkedHashMap<>();
    private Background.One coordinator;
    private int names;

    TortureCluster(Path folder) {
        farm = new Farm(folder);
        jvm = new TortureJvm(folder);
        python = python(farm.address());
        record();
        coordinator = startCoordinator();
        for (int i = 0; i < WORKERS; i++) {
            startWorker(newName(i < PYTHON));
        }
    }

    /** The program muster-worker and its arguments but for the name. */
    private static List<String> python(String address) {
        try {
            Path source = Shell.CHECKOUT.resolve("worker/python");
            Path program = new PythonEnvironment(source, Shell.CHECKOUT.resolve(".muster/python"), System.out::println)
                    .program();
            return new PythonProgram(program, 1).command(address, "", FileRule.anywhere());
        } catch (PythonEnvironment.Missing e) {
            throw new AssertionError(e);
        }
    }

    /** Makes the archives that later starts read; the first start of each may have none. */
    private void record() {
        Background.One first = farm.background
                .run(jvm.recording(
                        "coordinator",
                        "--bind",
                        farm.address(),
                        "--store",
                        farm.folder.resolve("first.db").toString()))
                .awaitLine("results go to");
        Background.One worker = farm.background
                .run(jvm.recording("worker", "--coordinator", farm.address(), "--name", "first"))
                .awaitLine("joined the coordinator");
        worker.signal("TERM").result();
        first.signal("TERM").result();
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
        cpu.add(kind, one.process().pid());
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
        return !resumeAtNs.containsKey(name) && workers.get(name).said().contains("joined the coordinator");
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
        workers.forEach((name, one) -> cpu.add(
                isPython(name) ? "python workers" : "workers", one.process().pid()));
        cpu.add("coordinator", coordinator.process().pid());
    }

    @Override
    public void close() {
        resume(true);
        farm.close();
    }
}
