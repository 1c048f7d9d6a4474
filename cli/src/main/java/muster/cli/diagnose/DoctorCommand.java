package muster.cli.diagnose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.client.CoordinatorAddress;
import muster.cli.client.KeyArguments;
import muster.cli.diagnose.Finding.Level;
import muster.cli.host.KernelFiles;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells what of this machine to change before it takes part in a cluster. */
@Command(
        name = "doctor",
        description = "Check this machine, and the connection to a coordinator; say what to change.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster doctor",
            "  ./muster doctor --connect tcp://192.0.2.7:5557 --keys keys",
            "Exit code 2 if something is bad. What each line means: docs/many-machines.md."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class DoctorCommand implements Callable<Integer> {
    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            converter = CoordinatorAddress.class,
            description = "Also check that a coordinator answers there, its version, and its clock.")
    private @Nullable String connect;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Folder whose volume must have free space; default ${DEFAULT-VALUE}.")
    private Path results;

    @Option(names = "--root", hidden = true, defaultValue = "/", description = "Where proc and sys are.")
    private Path root;

    @Option(names = "--seconds", hidden = true, defaultValue = "1", description = "How long to watch.")
    private double seconds;

    @Mixin
    private final KeyArguments keys = new KeyArguments();

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>(new HostCheck(new KernelFiles(root), seconds, results).findings());
        if (connect != null) {
            findings.addAll(new CoordinatorCheck(connect, keys).findings());
        }
        if (output.json()) {
            output.printJson(findings.stream().map(Finding::map).toList());
        } else {
            findings.forEach(finding -> output.line(finding.line()));
        }
        boolean bad = findings.stream().anyMatch(finding -> finding.level() == Level.BAD);
        return bad ? ExitCode.FAULT.code() : ExitCode.OK.code();
    }
}
