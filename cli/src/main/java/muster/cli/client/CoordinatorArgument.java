package muster.cli.client;

import java.nio.file.Path;
import muster.cli.terminal.Failure;
import muster.protocol.keys.PeerKeys;
import muster.worker.agent.ReachabilityCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which coordinator a command talks to, and with which keys. */
@SuppressWarnings("NullAway.Init") // picocli sets it.
public final class CoordinatorArgument {
    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "Address of the coordinator; default ${DEFAULT-VALUE}.",
            converter = CoordinatorAddress.class,
            defaultValue = "tcp://127.0.0.1:5557")
    private String address;

    @Mixin
    private final KeyArguments keys = new KeyArguments();

    /** "tcp://HOST:PORT", for one that joins it. */
    public String address() {
        if (!ReachabilityCheck.isAddress(address)) {
            throw Failure.badInput("--coordinator " + address + ": not an address; tcp://HOST:PORT would be right");
        }
        return address;
    }

    /** As {@link KeyArguments#worker}. */
    public @Nullable PeerKeys worker(String name) {
        return keys.worker(address, name);
    }

    /** As {@link KeyArguments#workerFolder}. */
    public @Nullable Path workerFolder() {
        return keys.workerFolder(address);
    }

    CoordinatorClient connect() {
        return new CoordinatorClient(address, keys.client(address));
    }
}
