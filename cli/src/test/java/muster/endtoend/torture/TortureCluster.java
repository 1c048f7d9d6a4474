package muster.endtoend.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.torture.TortureSchedule.KillWorkers;

/** A coordinator and workers as processes, most of them in Python; one that is killed is replaced. */
final class TortureCluster implements AutoCloseable {
    /** So many that some are at work while others start, or wait until their namesake is fenced. */
    private static final int WORKERS = 6;
    /** Of the workers. */
    private static final int IN_JAVA = 1;

    final Farm farm;
    private final TortureCpu cpu;
    private final TortureJvm jvm;
    private final ForkedWorkers forked;
    private final Map<String, TortureWorker> workers = new LinkedHashMap<>();
    private final Map<String, Long> resumeAtNs = new LinkedHashMap<>();

    private Background.One coordinator;
    private int names;

    TortureCluster(Path folder, TortureJvm jvm, TortureCpu cpu) {
        this.farm = new Farm(folder);
        this.jvm = jvm;
        this.cpu = cpu;
        this.forked = new ForkedWorkers(farm.address(), folder);
        this.coordinator = startCoordinator();
        for (int i = 0; i < WORKERS; i++) {
            startWorker(newName(i < IN_JAVA ? "java-" : "python-"));
        }
    }

    // ---- starts ----

    private Background.One startCoordinator() {
        return farm.background
                .run(jvm.command("coordinator", "--bind", farm.address(), "--store", farm.file.toString()))
                .awaitLine("results go to");
    }

    private void startWorker(String name) {
        workers.put(name, isJava(name) ? startJava(name) : forked.start(name));
    }

    private TortureWorker startJava(String name) {
        List<String> command = jvm.command("worker", "--coordinator", farm.address(), "--name", name);
        return new TortureWorker.InJava(farm.background.run(command), cpu);
    }

    private String newName(String language) {
        return language + ++names;
    }

    private static boolean isJava(String name) {
        return name.startsWith("java-");
    }

    Background.One submit(Path plan) {
        return farm.background.run(
                jvm.command("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "3"));
    }

    // ---- what is done to them ----

    /** Counts fewer kills than wished for if so few are at work. */
    TortureCounts killWorkers(SplittableRandom random, KillWorkers step) {
        List<String> victims = atWork(random).stream().limit(step.count()).toList();
        victims.forEach(name -> workers.get(name).kill(step.engines()));
        for (String name : victims) {
            workers.remove(name);
            startWorker(step.newName() ? newName(isJava(name) ? "java-" : "python-") : name);
        }
        long inJava = victims.stream().filter(TortureCluster::isJava).count();
        return TortureCounts.workers(victims.size(), inJava);
    }

    /** Returns when the next one is there. */
    void killCoordinator() {
        cpu.add("coordinators", coordinator.process().pid());
        coordinator.process().destroyForcibly();
        coordinator.result();
        coordinator = startCoordinator();
    }

    void pause(SplittableRandom random, long lengthNs) {
        atWork(random).stream().limit(1).forEach(name -> {
            workers.get(name).pause();
            resumeAtNs.put(name, System.nanoTime() + lengthNs);
        });
    }

    /** Lets those go on whose time has come; all if {@code all}. */
    void resume(boolean all) {
        long nowNs = System.nanoTime();
        resumeAtNs.entrySet().removeIf(one -> {
            boolean due = all || nowNs - one.getValue() >= 0;
            if (due) {
                workers.get(one.getKey()).resume();
            }
            return due;
        });
    }

    /** Whether there is a worker to kill: all may be about to start, or wait for their namesakes' end. */
    boolean isAtWork() {
        return workers.keySet().stream().anyMatch(this::isAtWork);
    }

    private boolean isAtWork(String name) {
        return workers.get(name).joined() && !resumeAtNs.containsKey(name);
    }

    /** In an order of chance. */
    private List<String> atWork(SplittableRandom random) {
        List<String> names =
                new ArrayList<>(workers.keySet().stream().filter(this::isAtWork).toList());
        Collections.shuffle(names, new Random(random.nextLong()));
        return names;
    }

    // ---- the end ----

    /** What the coordinator that is there said. */
    String said() {
        return coordinator.said();
    }

    @Override
    public void close() {
        resume(true);
        cpu.add("coordinators", coordinator.process().pid());
        workers.values().forEach(each -> each.kill(true));
        cpu.add("Python workers", forked.cpuSeconds());
        forked.close();
        farm.close();
    }
}
