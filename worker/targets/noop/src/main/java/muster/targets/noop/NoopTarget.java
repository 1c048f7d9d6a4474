package muster.targets.noop;

import java.util.Map;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;

/** Holds nothing and never crosses a wire, at any depth. */
final class NoopTarget implements Target {
    private static final String ADDRESS = "noop";

    @Override
    public Map<String, String> facts() {
        return Map.of("address", ADDRESS, "database", "");
    }

    @Override
    public int connections(int clients) {
        return 0;
    }

    @Override
    public Session session(Depth depth) {
        return new NoopSession();
    }

    @Override
    public Contents contents() {
        return new Contents(ADDRESS, "", false, 0, 0);
    }

    @Override
    public void reset(String marker) {}

    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public void close() {}
}
