package muster.servers.arcadedb;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;
import muster.servers.host.ServerException;

/**
 * Whether the server runs with the user's settings: ArcadeDB ignores a name that it does not know without a word, and a
 * value that it does not take with a warning, so that a run would be of other settings than its plan says.
 */
final class AppliedSettings {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String OF_DATABASE =
            "{\"language\":\"sql\",\"command\":\"SELECT settings FROM schema:database\"}";

    /** Shown in place of a password. */
    private static final String HIDDEN = "*****";

    private AppliedSettings() {}

    /**
     * Asks a server that answers queries.
     *
     * @throws ServerException naming the first setting that it does not run with
     */
    static void check(ServerContext context) throws IOException {
        Map<String, String> chosen = ArcadeDbConfiguration.ofUser(context);
        if (chosen.isEmpty()) {
            return;
        }
        String applied = probe(context, "/api/v1/server?mode=default").get()
                + probe(context, "/api/v1/query/" + ArcadeDbServer.DATABASE).ask(OF_DATABASE);
        chosen.forEach((key, value) -> check(applied, key, value));
    }

    private static HttpProbe probe(ServerContext context, String path) {
        return new HttpProbe(context, ArcadeDbProvider.HTTP, path, Optional.of(ArcadeDbServer.USER), TIMEOUT);
    }

    /** @param applied the server's list of its settings, in JSON */
    static void check(String applied, String key, String value) {
        Matcher entry = Pattern.compile("\"key\":\"" + Pattern.quote(ArcadeDbConfiguration.PREFIX + key)
                        + "\",\"value\":\"?(.*?)\"?,\"description\":")
                .matcher(applied);
        if (!entry.find()) {
            throw new ServerException("ArcadeDB has no setting " + key);
        }
        String runs = entry.group(1).replace("\\/", "/");
        if (!runs.equalsIgnoreCase(value) && !runs.equals(HIDDEN)) {
            throw new ServerException("ArcadeDB runs with %s=%s, not with %s".formatted(key, runs, value));
        }
    }
}
