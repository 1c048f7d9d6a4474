package muster.servers.janusgraph;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;

/** The question whether JanusGraph is ready: a traversal that reads its storage must be answered; an open port is not enough. */
final class GremlinQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String TRAVERSAL = "{\"gremlin\":\"g.inject(42).as('x').V().limit(1).count().constant(42)\"}";

    private GremlinQuery() {}

    static void answered(ServerContext context) throws IOException {
        String answer = new HttpProbe(
                        context, JanusGraphProvider.GREMLIN, "/gremlin", Optional.of(JanusGraphProvider.USER), TIMEOUT)
                .ask(TRAVERSAL);
        if (!answer.contains("42")) {
            throw new IOException("a traversal answered " + answer);
        }
    }
}
