package muster.cli.install;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.Admitted.Role;
import muster.protocol.keys.KeyFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes keys. */
@Command(
        name = "new",
        description = "Create a cluster's keys, or add workers and clients to existing ones.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster keys new --worker rack1 --worker rack2     a cluster key, two workers, one client",
            "  ./muster keys new --worker rack3                    one worker more; restart the coordinator",
            "Then, on the hosts that received the files:",
            "  ./muster coordinator --bind tcp://0.0.0.0:5557 --keys keys",
            "  ./muster worker --coordinator tcp://192.0.2.7:5557 --keys keys",
            "  ./muster run noop --coordinator tcp://192.0.2.7:5557 --keys keys"
        })
@SuppressWarnings("NullAway.Init") // picocli sets it.
final class KeysNewCommand implements Callable<Integer> {
    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = "keys",
            description = "Output folder; default ${DEFAULT-VALUE}.")
    private Path folder;

    @Option(
            names = "--worker",
            paramLabel = "NAME",
            description = "Name of a worker; may be repeated. Its key is valid for this name only. Default: worker1.")
    private List<String> workers = new ArrayList<>();

    @Option(
            names = "--client",
            paramLabel = "NAME",
            description = "Name of a client that may run plans; may be repeated. Default, for a new cluster: client.")
    private List<String> clients = new ArrayList<>();

    @Mixin
    private final Output output = new Output();

    /** A file, and the hosts that need it. */
    private final Map<String, String> files = new LinkedHashMap<>();

    @Override
    public Integer call() {
        KeyFolder keys = new KeyFolder(folder);
        if (keys.begun()) {
            refuseNothingNew();
        } else {
            defaults();
            keys.newCluster();
            tell("cluster.key", "the coordinator's host only");
            tell("cluster.pub", "every host");
        }
        workers.forEach(name -> add(keys, Role.WORKER, name));
        clients.forEach(name -> add(keys, Role.CLIENT, name));
        print();
        return ExitCode.OK.code();
    }

    private void refuseNothingNew() {
        if (workers.isEmpty() && clients.isEmpty()) {
            throw Failure.badInput(
                    folder + " holds a cluster's keys already; add to them with --worker NAME or --client"
                            + " NAME, or make others with --dir");
        }
    }

    private void defaults() {
        if (workers.isEmpty()) {
            workers.add("worker1");
        }
        if (clients.isEmpty()) {
            clients.add("client");
        }
    }

    private void add(KeyFolder keys, Role role, String name) {
        keys.add(new Admitted(role, name));
        String path = (role == Role.WORKER ? "workers/" : "clients/") + name;
        tell(
                path + ".key",
                role == Role.WORKER ? "the host of worker " + name + " only" : "where " + name + " runs plans");
        tell(path + ".pub", "the coordinator's host");
    }

    private void tell(String file, String host) {
        files.put(folder.resolve(file).toString(), host);
    }

    private void print() {
        if (output.json()) {
            output.printJson(files);
            return;
        }
        output.line("created, readable only by you; copy each file to the same place in a folder there:");
        int width = files.keySet().stream().mapToInt(String::length).max().orElse(0);
        files.forEach((file, host) -> output.line(String.format("  %-" + width + "s  %s", file, host)));
    }
}
