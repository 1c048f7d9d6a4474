package muster.servers.arcadedb;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;
import muster.servers.host.Secret;
import muster.servers.host.ServerException;

/** The question whether ArcadeDB is ready: its database must answer a query. HTTP is started after Bolt, so it asks there. */
final class ArcadeDbQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final String QUERY = "{\"language\":\"opencypher\",\"command\":\"RETURN 1 AS one\"}";

    private ArcadeDbQuery() {}

    static void answered(ServerContext context) throws IOException {
        ServerContext asking = context.password().isPresent() ? context : open(context);
        try {
            ask(asking);
        } catch (ServerException e) {
            if (context.password().isPresent()) {
                throw e;
            }
            throw new ServerException(
                    "the server has a password, which was set when its data folder was created; name the variable that"
                            + " holds it with --password-variable",
                    e);
        }
        AppliedSettings.check(asking);
    }

    private static void ask(ServerContext context) throws IOException {
        String path = "/api/v1/query/" + ArcadeDbServer.DATABASE;
        new HttpProbe(context, ArcadeDbProvider.HTTP, path, Optional.of(ArcadeDbServer.USER), TIMEOUT)
                .expect("RETURN 1", QUERY, "\"one\":1");
    }

    private static ServerContext open(ServerContext context) {
        return new ServerContext(
                context.home(),
                context.libraries(),
                context.jdk(),
                context.ports(),
                context.heap(),
                context.settings(),
                context.choices(),
                Optional.of(new Secret("", ArcadeDbServer.OPEN_PASSWORD)));
    }
}
