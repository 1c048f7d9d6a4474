package muster.experiments.turns;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import muster.cli.run.DatabasePermissions;
import muster.cli.run.RunArguments;
import muster.cli.run.WorkerCommand;
import muster.model.OutcomeCounts;
import muster.protocol.Submit;
import muster.worker.agent.EngineSetup;
import muster.worker.agent.TargetCache;
import muster.worker.engine.Engine;

/** Arms that are open: their runs, the stores that these write, and their connections, which arms of one plan share. */
final class OpenArms implements AutoCloseable {
    private final Path files;
    private final DatabasePermissions permissions;
    private final List<One> arms = new ArrayList<>();
    private final Map<String, TargetCache> targets = new HashMap<>();

    /**
     * None yet.
     *
     * @param files what the names of their stores begin with
     */
    OpenArms(Path files, DatabasePermissions permissions) {
        this.files = files;
        this.permissions = permissions;
    }

    /** @param expected how many of so many executions of an operation may be absent */
    private record One(String name, ArmRun run, Path file, ToLongBiFunction<String, Long> expected) {
        /**
         * Of clients that are not Muster's there is no store.
         *
         * @param fromNs response times of what began before are left out
         */
        Stream<String> told(long fromNs) {
            return Files.exists(file)
                    ? Stream.of(
                            ArmLines.of(name, ArmLatency.read(file, fromNs, expected)),
                            ArmLines.costs(name, ArmCosts.read(file)))
                    : Stream.of(ArmLines.of(name, ArmLatency.of(counts())));
        }

        private OutcomeCounts counts() {
            long failed = run.failed();
            return new OutcomeCounts(run.completed() - failed, failed, 0, 0, 0, 0);
        }
    }

    void add(ArmSpec arm, ArmPlan plan) {
        RunArguments arguments = RunArguments.of(arm.arguments(), Duration.ofMinutes(1));
        Path file = files.resolveSibling(files.getFileName() + "-" + arms.size() + ".db");
        arms.add(new One(arm.name(), run(arm, plan, arguments, file), file, plan.expectedOthers(arm.files())));
    }

    private ArmRun run(ArmSpec arm, ArmPlan plan, RunArguments arguments, Path file) {
        ArmSpec.Clients clients = arm.clients();
        if (clients.source() == ArmSpec.Source.OUTSIDE) {
            return new OutsideArm(arm.name(), plan, arm.files());
        }
        List<Engine> engines = new CopyOnWriteArrayList<>();
        TargetCache cache = targets.computeIfAbsent(arm.planKey(), key -> new TargetCache(arguments.access()));
        ArmSetup setup = new ArmSetup(
                plan,
                text -> submit(arguments, text, clients),
                new EngineSetup(WorkerCommand.dataFolder(), cache, engines::add, clients.leaseCost()),
                engines,
                arguments.depot(),
                file);
        return clients.source() == ArmSpec.Source.CLUSTER
                ? new ClusterArm(arm.name(), setup, clients.workers())
                : new StandaloneArm(arm.name(), setup);
    }

    private Submit submit(RunArguments arguments, String text, ArmSpec.Clients clients) {
        Submit.Builder submit = arguments.submit(clients.workers()).toBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(text)
                .setName("")
                .setTrials(1)
                .setLeaseSize(clients.lease())
                .setOverhead(true);
        return permissions.in(submit).build();
    }

    /** Those that are the first of their database load and warm up, one after another. */
    void load() throws InterruptedException {
        for (ArmRun run : runs()) {
            run.prepare();
        }
    }

    /** All offer load, each in its turns. */
    void begin() throws InterruptedException {
        runs().forEach(ArmRun::start);
        for (ArmRun run : runs()) {
            run.awaitMeasuring();
        }
    }

    List<ArmRun> runs() {
        return arms.stream().map(One::run).toList();
    }

    /** Throws if one has ended by itself. */
    void requireRunning() {
        runs().forEach(ArmRun::requireRunning);
    }

    /** Ends their measured phases. */
    void end() throws InterruptedException {
        runs().forEach(ArmRun::cancel);
        for (ArmRun run : runs()) {
            var unused = run.awaitEnd();
        }
    }

    /** What they did, in lines for the process that compares; once they have ended. */
    List<String> told(long fromNs) {
        return arms.stream().flatMap(arm -> arm.told(fromNs)).toList();
    }

    @Override
    public void close() {
        runs().reversed().forEach(ArmRun::close);
        targets.values().forEach(TargetCache::close);
    }
}
