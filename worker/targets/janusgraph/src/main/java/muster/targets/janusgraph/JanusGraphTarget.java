package muster.targets.janusgraph;

import java.util.Map;
import muster.targets.janusgraph.connection.Connection;
import muster.targets.janusgraph.connection.Deadline;
import muster.targets.janusgraph.connection.Driver;
import muster.targets.janusgraph.connection.Failures;
import muster.targets.janusgraph.connection.Server;
import muster.targets.janusgraph.script.Binding;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** One graph of a server of JanusGraph or Titan that answers. */
final class JanusGraphTarget implements Target {
    private final Driver driver;
    private final JanusGraphSettings settings;
    private final Server server;
    private final Settings workload;
    private final Administration administration;

    /**
     * Asks the server what it is.
     *
     * @param driver is closed with the target, and where this fails
     */
    static JanusGraphTarget open(Driver driver, JanusGraphSettings settings, Settings workload) throws TargetException {
        try {
            return new JanusGraphTarget(driver, settings, Server.contacted(driver, settings), workload);
        } catch (TargetException | RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private JanusGraphTarget(Driver driver, JanusGraphSettings settings, Server server, Settings workload) {
        this.driver = driver;
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.administration = new Administration(driver, settings);
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings, driver.version());
    }

    /** Its connection is open, and has answered once, before any time is measured. */
    @Override
    public Session session(Depth depth) throws TargetException {
        Connection connection = driver.connection(server.survivesInterrupts());
        try {
            connection.answer(Request.of("1", Map.of()), Deadline.after(settings.connectTimeout()));
            return new JanusGraphSession(
                    connection, new Binding(settings, workload, depth), settings.operationTimeout());
        } catch (Error e) {
            connection.close();
            throw e;
        } catch (Throwable e) {
            connection.close();
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    @Override
    public Contents contents() throws TargetException {
        return administration.contents();
    }

    @Override
    public void reset(String marker) throws TargetException {
        administration.reset(marker);
    }

    @Override
    public void awaitIndexes() throws TargetException {
        administration.awaitIndexes();
    }

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return new GraphReader(administration).fingerprint();
    }

    @Override
    public void close() {
        driver.close();
    }
}
