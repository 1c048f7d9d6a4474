package muster.cli.client;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which coordinator a command talks to. */
@SuppressWarnings("NullAway.Init") // picocli sets it.
final class CoordinatorArgument {
    @Option(
            names = "--coordinator",
            paramLabel = "HOST:PORT",
            description = "Address of the coordinator; default ${DEFAULT-VALUE}.",
            converter = CoordinatorAddress.class,
            defaultValue = "tcp://127.0.0.1:5557")
    private String address;

    @Mixin
    private final KeyArguments keys = new KeyArguments();

    CoordinatorClient connect() {
        return new CoordinatorClient(address, keys.client(address));
    }
}
