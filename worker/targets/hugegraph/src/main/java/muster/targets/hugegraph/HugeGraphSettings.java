package muster.targets.hugegraph;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import muster.targets.support.DriverCalls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;
import muster.workloads.target.TargetAddress;

/**
 * What a plan says of a HugeGraph target.
 *
 * @param database the graph
 * @param login empty where the server asks for none
 * @param noDelay whether small packets are sent at once; the client's own default is not to
 * @param checkVertex whether the server refuses an edge whose end is missing
 * @param checkDuplicate whether a batch asks first if it is there already: HugeGraph itself overwrites silently
 * @param batchLimit elements in one request; a larger batch travels in several
 */
record HugeGraphSettings(
        URI uri,
        String database,
        Optional<Login> login,
        boolean noDelay,
        boolean checkVertex,
        boolean checkDuplicate,
        int batchLimit,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static HugeGraphSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        return new HugeGraphSettings(
                TargetAddress.of(
                        target,
                        "http://127.0.0.1:8080",
                        "an address such as http://127.0.0.1:8080; schemes are http and https",
                        uri -> SCHEMES.contains(uri.getScheme()) && TargetAddress.hasNoPath(uri)),
                target.text("database", "hugegraph"),
                Login.of(target),
                target.flag("noDelay"),
                target.flag("checkVertex"),
                target.flag("checkDuplicate"),
                (int) target.integer("batchLimit"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    /** host:port. */
    String address() {
        int usual = uri.getScheme().equals("https") ? 443 : 80;
        return uri.getHost() + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
    }

    /** The client throws checked exceptions that it does not declare. */
    DriverCalls calls() {
        return new DriverCalls(this, Exception.class, Failures::line);
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "HugeGraph at " + address() + ", graph " + database;
    }
}
