package muster.targets.arrow;

import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.operation.StreamOperation.ReadPartition;
import muster.workloads.plan.language.Settings;
import muster.workloads.stream.PropertyStreamProvider;
import muster.workloads.stream.StreamSettings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "arrow": the Flight server within Neo4j that {@code ./muster server start neo4j --with-flight} starts. Settings:
 * uri, database, token, and the keys that every target has.
 */
public final class ArrowProvider implements TargetProvider {
    @Override
    public String kind() {
        return "arrow";
    }

    @Override
    public boolean executes(String workload) {
        return workload.equals(PropertyStreamProvider.KIND);
    }

    @Override
    public void check(Settings target, Settings workload) {
        ArrowSettings.of(target);
        StreamSettings.of(workload);
    }

    @Override
    public Target open(Settings target, Settings workload) throws TargetException {
        ArrowSettings settings = ArrowSettings.of(target);
        Connection connection = new Connection(settings);
        try {
            return new ArrowTarget(connection, settings, StreamSettings.of(workload), connection.about());
        } catch (TargetException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        return switch (operation) {
            case ReadPartition read when depth == Depth.EXECUTE -> List.of("DoGet " + ticket(target, workload, read));
            case ReadPartition read
            when depth == Depth.PARSE -> List.of("GetFlightInfo " + ticket(target, workload, read));
            default -> List.of("DoAction " + Connection.ABOUT);
        };
    }

    private static String ticket(Settings target, Settings workload, ReadPartition read) {
        return TicketText.of(ArrowSettings.of(target).database(), StreamSettings.of(workload), read);
    }
}
