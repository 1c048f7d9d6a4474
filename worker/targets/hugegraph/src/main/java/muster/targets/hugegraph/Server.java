package muster.targets.hugegraph;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.targets.support.MinimumVersion;
import muster.targets.support.UnansweredRequest;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.TargetException;
import org.apache.hugegraph.client.RestClient;
import org.apache.hugegraph.driver.GraphsManager;
import org.apache.hugegraph.exception.ServerException;
import org.apache.hugegraph.structure.version.Versions;

/** What the server says of itself when it first answers. */
record Server(String version, String api, String gremlin) {
    /** The first version that was seen to work with the client's. */
    static final MinimumVersion SUPPORTED = new MinimumVersion("1.5");

    /**
     * Asks it for its version and for the graph that the plan names, and runs a script on it.
     *
     * @throws TargetException one line with address, graph and cause, within twice the connect time-out
     */
    public static Server contacted(HugeGraphSettings settings) throws TargetException {
        try (HugeGraphConnection link = new HugeGraphConnection(settings, settings.connectTimeout())) {
            Server server = of(link.versions());
            SUPPORTED.require(settings, server.version());
            // A script for a graph that is not there would leave the server's own connections out of step for good.
            new GraphsManager(link.client()).getGraph(settings.database());
            link.run("graph.name()", Map.of());
            return server;
        } catch (TargetException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new TargetException(settings + ": " + reason(e, settings), e);
        }
    }

    private static Server of(Versions versions) {
        return new Server(
                String.valueOf(versions.get("core")),
                String.valueOf(versions.get("api")),
                String.valueOf(versions.get("gremlin")));
    }

    private static String reason(Throwable failure, HugeGraphSettings settings) {
        if (failure instanceof ServerException answer && answer.status() == Failures.UNAUTHORIZED) {
            return settings.login()
                    .map(login -> "it refuses the password of user " + login.user())
                    .orElse("it asks for a user and a password, and target.user is not set");
        }
        String line = Failures.line(failure);
        if (line.equals(UnansweredRequest.LATE)) {
            return "no answer within " + settings.connectTimeout().toMillis() + " ms";
        }
        return failure.getCause() instanceof IOException why ? line + ": " + Failures.line(why) : line;
    }

    /** For the store. */
    public Map<String, String> facts(HugeGraphSettings settings) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", version);
        facts.put("api.version", api);
        facts.put("gremlin.version", gremlin);
        facts.put("driver.version", ClientLibrary.version(RestClient.class));
        facts.put("noDelay", Boolean.toString(settings.noDelay()));
        facts.put("checkVertex", Boolean.toString(settings.checkVertex()));
        facts.put("checkDuplicate", Boolean.toString(settings.checkDuplicate()));
        return facts;
    }
}
