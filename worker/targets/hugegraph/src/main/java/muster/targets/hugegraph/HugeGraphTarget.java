package muster.targets.hugegraph;

import java.util.Map;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** One graph of a HugeGraph server that answers. */
final class HugeGraphTarget implements Target {
    private final HugeGraphSettings settings;
    private final Server server;
    private final Settings workload;
    private final Administration administration;

    HugeGraphTarget(HugeGraphSettings settings, Server server, Settings workload) {
        this.settings = settings;
        this.server = server;
        this.workload = workload;
        this.administration = new Administration(settings);
    }

    @Override
    public Map<String, String> facts() {
        return server.facts(settings);
    }

    /** Connects with a first round trip, so that no time that is measured holds the making of a connection. */
    @Override
    public Session session(Depth depth) throws TargetException {
        HugeGraphConnection link = new HugeGraphConnection(settings, settings.operationTimeout());
        try {
            link.versions();
            return new HugeGraphSession(link, Binding.of(workload, depth), settings);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            link.close();
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

    /** There is no index beside the keys, and they are written with what they belong to. */
    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() throws TargetException {
        return administration.fingerprint();
    }

    @Override
    public void close() {
        administration.close();
    }
}
