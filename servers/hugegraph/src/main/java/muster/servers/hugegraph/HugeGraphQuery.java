package muster.servers.hugegraph;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;

/**
 * The question whether HugeGraph is ready: a traversal of Gremlin, sent through REST. REST alone answers some seconds
 * before the graph is open, and also where Gremlin is broken for good.
 */
final class HugeGraphQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final String TRAVERSAL =
            "{\"gremlin\": \"g.V().limit(1).count().next()\", \"bindings\": {}, \"language\": \"gremlin-groovy\","
                    + " \"aliases\": {\"graph\": \"GRAPH\", \"g\": \"__g_GRAPH\"}}";

    private HugeGraphQuery() {}

    static void answered(ServerContext context) throws IOException {
        String answer = new HttpProbe(context, "rest", "/gremlin", Optional.empty(), TIMEOUT)
                .ask(TRAVERSAL.replace("GRAPH", HugeGraphConfiguration.GRAPH));
        if (!answer.contains("\"data\":[0]") && !answer.contains("\"data\":[1]")) {
            throw new IOException("counting the first vertex answered " + answer);
        }
    }
}
