package muster.targets.arrow;

import java.net.URI;
import java.time.Duration;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.TargetAddress;

/**
 * What a plan says of a Flight server.
 *
 * @param database that the graph was projected from
 * @param token that each call presents; empty for none
 */
record ArrowSettings(URI uri, String database, String token, Duration connectTimeout, Duration operationTimeout) {
    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static ArrowSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new ArrowSettings(
                TargetAddress.of(
                        target,
                        "grpc://127.0.0.1:8491",
                        "an address such as grpc://127.0.0.1:8491",
                        uri -> uri.getScheme().equals("grpc") && uri.getPort() > 0),
                database(target),
                target.text("token", ""),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static String database(Settings target) {
        String name = target.text("database", "neo4j");
        if (!name.matches("[A-Za-z0-9.-]{1,63}")) {
            throw target.wrong("database", "a name of letters, digits, . and -");
        }
        return name;
    }

    String address() {
        return uri.getHost() + ":" + uri.getPort();
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "Flight at " + address();
    }
}
