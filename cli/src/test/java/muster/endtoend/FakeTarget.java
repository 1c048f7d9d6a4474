package muster.endtoend;

import java.util.List;
import java.util.Map;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/** A target of kind "fake" whose database is in the state that the plan names; any write is an error. */
public final class FakeTarget implements TargetProvider {
    @Override
    public String kind() {
        return "fake";
    }

    @Override
    public void check(Settings target, Settings workload) {
        state(target);
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        if (state(target).equals("down")) {
            throw new TargetException("127.0.0.1:1: connection refused");
        }
        return new Opened(state(target));
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return List.of("FAKE REQUEST\nfor " + operation.kind().label());
    }

    private static String state(Settings target) {
        return target.choice("state", "empty", List.of("empty", "marked", "foreign", "down"));
    }

    private record Opened(String state) implements Target {
        @Override
        public Map<String, String> facts() {
            return Map.of("server.version", "7.1");
        }

        @Override
        public Contents contents() {
            long vertices = state.equals("empty") ? 0 : 1234;
            return new Contents("127.0.0.1:1", "graph", state.equals("marked"), vertices, 0);
        }

        @Override
        public Session session(Depth depth) {
            throw new AssertionError("check must not open a session");
        }

        @Override
        public void reset(String marker) {
            throw new AssertionError("check must not reset");
        }

        @Override
        public void awaitIndexes() {
            throw new AssertionError("check must not create indexes");
        }

        @Override
        public Map<String, String> fingerprint() {
            throw new AssertionError("check must not read all");
        }

        @Override
        public void close() {}
    }
}
