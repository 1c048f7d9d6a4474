package muster.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.client.ProgressLines;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.store.file.Store;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PlanAccess;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Does what most starts do; the launcher archives the classes that it loads, so that later starts are quick. */
@Command(name = "warm-archive", hidden = true, description = "Load what the launcher archives for quick starts.")
final class WarmArchive implements Callable<Integer> {
    private static final String PLAN = """
            name: archive
            target: {kind: noop}
            workload: {kind: noop}
            phases:
              - {kind: measure, operations: 2000, clients: 2}
            """;

    @Parameters(
            arity = "0..1",
            paramLabel = "FOLDER",
            description =
                    "For commands that generate load: an empty folder for a run in this process and one in a cluster.")
    private @Nullable Path folder;

    private final CommandLine muster = Main.commandLine();

    @Override
    public Integer call() throws IOException {
        muster.execute("--help");
        muster.execute("--version");
        muster.execute("check", "noop", "--offline");
        if (folder == null) {
            muster.execute("sql", "no such file", "");
            return 0;
        }
        Path plan = Files.writeString(folder.resolve("archive.yaml"), PLAN);
        int alone = muster.execute(
                "standalone",
                plan.toString(),
                "--store",
                folder.resolve("alone.db").toString());
        return Math.max(alone, cluster(folder, plan));
    }

    /** The worker is in this process, as only its classes are archived. */
    private int cluster(Path within, Path plan) {
        try (Store store = Store.open(within.resolve("cluster.db"));
                LocalCluster cluster = new LocalCluster(
                        store,
                        CoordinatorCommand.depot(),
                        LocalCluster.Size.java(0),
                        PlanAccess.withoutSecrets(FileRule.within(within)),
                        line -> {})) {
            Thread.ofPlatform()
                    .daemon(true)
                    .start(() -> Main.commandLine().execute("worker", "--coordinator", cluster.address(), "--quiet"));
            return cluster.run(
                            RunArguments.of(PlanArguments.of(plan.toString(), List.of(), false), Duration.ofSeconds(30))
                                    .submit(1),
                            new ProgressLines(new PrintWriter(Writer.nullWriter())))
                    .getExitCode();
        }
    }
}
