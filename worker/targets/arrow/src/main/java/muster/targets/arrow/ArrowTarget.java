package muster.targets.arrow;

import java.util.LinkedHashMap;
import java.util.Map;
import muster.workloads.stream.StreamSettings;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.apache.arrow.flight.FlightClient;

/** A Flight server that answers. It only reads. */
final class ArrowTarget implements Target {
    private final Connection connection;
    private final ArrowSettings settings;
    private final StreamSettings stream;
    private final String about;

    /** @param about what the server says of itself */
    ArrowTarget(Connection connection, ArrowSettings settings, StreamSettings stream, String about) {
        this.connection = connection;
        this.settings = settings;
        this.stream = stream;
        this.about = about;
    }

    @Override
    public Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.database());
        facts.put("server.version", about);
        facts.put("driver.version", ClientLibrary.version(FlightClient.class));
        return facts;
    }

    /** With a connection of its own, which has answered before any time is measured. */
    @Override
    public Session session(Depth depth) throws TargetException {
        Connection own = new Connection(settings);
        try {
            own.about();
            return new ArrowSession(own, settings.database(), stream, depth);
        } catch (TargetException e) {
            own.close();
            throw e;
        }
    }

    @Override
    public Contents contents() {
        return new Contents(settings.address(), settings.database(), false, 0, 0);
    }

    @Override
    public void reset(String marker) throws TargetException {
        throw new TargetException(settings
                + " only reads: load and project with target neo4j, and take the load phase out" + " (state: reuse)");
    }

    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public void close() {
        connection.close();
    }
}
