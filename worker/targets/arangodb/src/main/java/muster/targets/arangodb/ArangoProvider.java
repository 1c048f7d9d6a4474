package muster.targets.arangodb;

import com.arangodb.ArangoDB;
import java.util.List;
import muster.workloads.operation.Operation;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;

/**
 * Target "arangodb": ArangoDB 3.11 or later over HTTP. Settings: uri, database, user, password, protocol, connections,
 * checkVertex, and the keys that every target has.
 */
public final class ArangoProvider implements TargetProvider {
    private static final int LEAST_MAJOR = 3;
    private static final int LEAST_MINOR = 11;

    @Override
    public String kind() {
        return "arangodb";
    }

    /** Nothing of the workload is checked here: whatever its provider accepts can be executed. */
    @Override
    public void check(Settings target, Settings workload) {
        ArangoSettings.of(target);
    }

    @Override
    public ArangoTarget open(Settings target, Settings workload) throws TargetException {
        ArangoSettings settings = ArangoSettings.of(target);
        String version = contacted(settings);
        if (!isSupported(version)) {
            throw new TargetException("%s: version %s is too old, Muster needs %d.%d or later"
                    .formatted(settings, version, LEAST_MAJOR, LEAST_MINOR));
        }
        return new ArangoTarget(settings, version, workload);
    }

    /** Within the connect time-out. */
    private static String contacted(ArangoSettings settings) throws TargetException {
        ArangoDB driver = settings.driver(settings.connectTimeout());
        try {
            return driver.db(settings.database()).getVersion().getVersion();
        } catch (RuntimeException e) {
            throw new TargetException(settings + ": " + reason(e, settings), e);
        } finally {
            driver.shutdown();
        }
    }

    private static String reason(RuntimeException failure, ArangoSettings settings) {
        Integer status = Failures.status(failure);
        if (status != null && status == Failures.UNAUTHORIZED) {
            return "it refuses the password of user " + settings.user();
        }
        String line = Failures.line(failure);
        return line.equals("no answer in time")
                ? "no answer within " + settings.connectTimeout().toMillis() + " ms"
                : line;
    }

    static boolean isSupported(String version) {
        String[] parts = version.split("[.-]", -1);
        try {
            int major = Integer.parseInt(parts[0]);
            return major > LEAST_MAJOR || (major == LEAST_MAJOR && Integer.parseInt(parts[1]) >= LEAST_MINOR);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return false;
        }
    }

    @Override
    public List<String> statements(Settings target, Settings workload, Depth depth, Operation operation) {
        Binding binding = Binding.of(workload, ArangoSettings.of(target).checkVertex(), depth);
        return List.of(
                switch (binding.statement(operation)) {
                    case Statement.Cheapest cheapest -> "GET /_api/version";
                    case Statement.Explain explain -> "EXPLAIN " + explain.aql();
                    case Statement.Query query -> query.aql();
                });
    }
}
