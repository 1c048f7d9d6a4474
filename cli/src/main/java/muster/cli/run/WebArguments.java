package muster.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import muster.cli.client.CommandJson;
import muster.cli.terminal.Failure;
import muster.coordinator.server.CoordinatorView;
import muster.protocol.keys.SecretFile;
import muster.web.AccessToken;
import muster.web.WebAddress;
import muster.web.WebPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a command that holds a coordinator serves a page about it, and to whom. */
public final class WebArguments {
    static final String VARIABLE = "MUSTER_HTTP_TOKEN";

    @Option(
            names = "--http",
            paramLabel = "[ADDRESS:]PORT",
            description = "Serve a page with live charts, and /metrics, here; loopback only unless an address is named,"
                    + " and then with a token.")
    private @Nullable String http;

    @Option(
            names = "--http-token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that the page asks for as a password; default the variable " + VARIABLE + ".")
    private @Nullable Path tokenFile;

    boolean given() {
        return http != null || tokenFile != null;
    }

    /** Null if no page is wanted; to be closed before the store is. */
    @Nullable
    public WebPage open(CoordinatorView coordinator, Path store) {
        if (http == null) {
            if (tokenFile != null) {
                throw Failure.badInput("--http-token-file requires --http");
            }
            return null;
        }
        WebAddress address = address(http);
        Optional<AccessToken> token = token();
        if (token.isEmpty() && !address.isLoopback()) {
            throw Failure.badInput("--http " + http + ": not loopback, and no token is given; put one of at least 16"
                    + " signs into a file (openssl rand -hex 16) and name it with --http-token-file, or set "
                    + VARIABLE);
        }
        try {
            return new WebPage(address, token, coordinator, store, new CommandJson());
        } catch (IOException e) {
            throw Failure.badInput("--http " + http + ": cannot be served: " + e.getMessage()
                    + "; stop what uses the port, or choose another one");
        }
    }

    private static WebAddress address(String text) {
        try {
            return WebAddress.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw Failure.badInput("--http " + wrong.getMessage());
        }
    }

    private Optional<AccessToken> token() {
        String variable = System.getenv(VARIABLE);
        boolean set = variable != null && !variable.isEmpty();
        if (tokenFile == null && !set) {
            return Optional.empty();
        }
        String from = tokenFile == null ? VARIABLE : "--http-token-file " + tokenFile;
        try {
            return Optional.of(new AccessToken(tokenFile == null ? String.valueOf(variable) : secret(tokenFile)));
        } catch (IllegalArgumentException unfit) {
            throw Failure.badInput(from + ": " + unfit.getMessage());
        }
    }

    private static String secret(Path file) {
        try {
            if (!SecretFile.openToOthers(file).isEmpty()) {
                throw Failure.badInput(
                        "--http-token-file " + file + ": others can read or change it; chmod 600 " + file);
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw Failure.badInput("--http-token-file " + file + ": cannot be read: " + e);
        }
    }
}
