package muster.servers.titan;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;

/** The question whether Titan is ready: a traversal that reads its storage must be answered; an open port is not enough. */
final class TitanQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String TRAVERSAL = "{\"gremlin\":\"'vertices ' + g.V().limit(1).count().next()\"}";

    private TitanQuery() {}

    static void answered(ServerContext context) throws IOException {
        String answer = new HttpProbe(context, TitanProvider.GREMLIN, "/", Optional.empty(), TIMEOUT).ask(TRAVERSAL);
        if (!answer.contains("\"vertices ")) {
            throw new IOException("a traversal answered " + answer);
        }
    }
}
