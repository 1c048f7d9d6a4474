package muster.cli.client;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import muster.cli.terminal.Failure;
import muster.protocol.keys.ClusterKeys;
import muster.protocol.keys.KeyFolder;
import muster.protocol.keys.PeerKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which keys a command uses: mixed into every command that connects or listens. */
public final class KeyArguments {
    public static final String VARIABLE = "MUSTER_KEYS";

    @Option(
            names = "--keys",
            paramLabel = "DIR",
            description = "Folder with this host's keys (./muster keys new); default the variable MUSTER_KEYS.")
    private @Nullable Path folder;

    @Option(names = "--insecure", description = "Allow unauthenticated peers on a non-loopback address.")
    private boolean insecure;

    /** Null for none, which is refused for what others can reach. */
    @Nullable
    public ClusterKeys coordinator(String bind) {
        KeyFolder keys = required("--bind", bind);
        return keys == null ? null : keys.coordinator();
    }

    /**
     * Keys of a worker.
     *
     * @param name of the worker; "" for that of the only key
     */
    @Nullable
    public PeerKeys worker(String address, String name) {
        KeyFolder keys = required("--coordinator", address);
        return keys == null ? null : keys.worker(name);
    }

    @Nullable
    public PeerKeys client(String address) {
        KeyFolder keys = required("--coordinator", address);
        return keys == null ? null : keys.client();
    }

    /** The folder, for a worker that reads it itself; null for none. */
    @Nullable
    public Path workerFolder(String address) {
        KeyFolder keys = required("--coordinator", address);
        return keys == null ? null : keys.folder();
    }

    /** Whether a connection to there would use keys. */
    public boolean withKeys(String address) {
        return required("--coordinator", address) != null;
    }

    public boolean given() {
        return folder != null || insecure;
    }

    private @Nullable KeyFolder required(String option, String address) {
        if (insecure) {
            return withoutKeys();
        }
        Path chosen = folder == null ? ofVariable() : folder;
        if (chosen == null && !isLoopback(address)) {
            throw Failure.badInput(option + " " + address + ": not loopback, and no keys are given; make them with"
                    + " ./muster keys new and name their folder with --keys or MUSTER_KEYS (--insecure:"
                    + " allow unauthenticated peers)");
        }
        return chosen == null ? null : new KeyFolder(chosen);
    }

    private static @Nullable Path ofVariable() {
        String variable = System.getenv(VARIABLE);
        return variable == null || variable.isEmpty() ? null : Path.of(variable);
    }

    private @Nullable KeyFolder withoutKeys() {
        if (folder != null) {
            throw Failure.badInput("--insecure excludes --keys: choose one");
        }
        return null;
    }

    /** Of "tcp://HOST:PORT"; what cannot be told is not. */
    static boolean isLoopback(String address) {
        String host = address.replaceFirst("^[a-z]+://", "")
                .replaceFirst(":[^:]*$", "")
                .replaceAll("[\\[\\]]", "");
        try {
            return !host.isEmpty()
                    && !host.equals("*")
                    && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
