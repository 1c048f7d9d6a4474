package muster.targets.hugegraph;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.TargetException;
import org.apache.hugegraph.client.RestClient;
import org.apache.hugegraph.driver.GraphsManager;
import org.apache.hugegraph.exception.ServerException;
import org.apache.hugegraph.structure.version.Versions;

/** What the server says of itself when it first answers. */
record Server(String version, String api, String gremlin) {
    /** The first version that was seen to work with the client's. */
    private static final int LEAST_MAJOR = 1;

    private static final int LEAST_MINOR = 5;
    private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+).*");

    /**
     * Asks it for its version and for the graph that the plan names, and runs a script on it.
     *
     * @throws TargetException one line with address, graph and cause, within twice the connect time-out
     */
    public static Server contacted(HugeGraphSettings settings) throws TargetException {
        try (HugeGraphConnection link = new HugeGraphConnection(settings, settings.connectTimeout())) {
            Server server = of(link.versions()).supported(settings);
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

    private Server supported(HugeGraphSettings settings) throws TargetException {
        if (!isSupported(version)) {
            throw new TargetException("%s: version %s is too old, Muster needs %d.%d or later"
                    .formatted(settings, version, LEAST_MAJOR, LEAST_MINOR));
        }
        return this;
    }

    public static boolean isSupported(String version) {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            return false;
        }
        int major = Integer.parseInt(parts.group(1));
        return major > LEAST_MAJOR || (major == LEAST_MAJOR && Integer.parseInt(parts.group(2)) >= LEAST_MINOR);
    }

    private static String reason(Throwable failure, HugeGraphSettings settings) {
        if (failure instanceof ServerException answer && answer.status() == Failures.UNAUTHORIZED) {
            return settings.login()
                    .map(login -> "it refuses the password of user " + login.user())
                    .orElse("it asks for a user and a password, and target.user is not set");
        }
        String line = Failures.line(failure);
        if (line.equals("no answer in time")) {
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
