package muster.targets.falkordb;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import muster.targets.support.DriverCalls;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.plan.language.Settings;
import muster.workloads.target.Login;
import muster.workloads.target.TargetAddress;
import redis.clients.jedis.exceptions.JedisException;

/**
 * What a plan says of a FalkorDB target.
 *
 * @param graph the key of Redis that holds it
 */
record FalkorDbSettings(
        String host,
        int port,
        String graph,
        Optional<String> user,
        Optional<String> password,
        Duration connectTimeout,
        Duration operationTimeout) {
    private static final int DEFAULT_PORT = 6379;

    /** Reads and checks; secrets may still be references. Throws PlanException. */
    static FalkorDbSettings of(Settings target) {
        TargetDefaults defaults = TargetDefaults.of(target);
        URI uri = TargetAddress.of(
                target,
                "redis://127.0.0.1:6379",
                "an address such as redis://127.0.0.1:6379",
                given -> given.getScheme().equals("redis") && TargetAddress.hasNoPath(given));
        Login.requirePassword(target);
        return new FalkorDbSettings(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                target.text("database", "muster"),
                text(target, "user"),
                text(target, "password"),
                defaults.connectTimeout(),
                defaults.operationTimeout());
    }

    private static Optional<String> text(Settings target, String key) {
        return target.has(key) ? Optional.of(target.text(key)) : Optional.empty();
    }

    /** host:port. */
    String address() {
        return host + ":" + port;
    }

    DriverCalls calls() {
        return new DriverCalls(this, JedisException.class, Failures::line);
    }

    /** Names no secret. */
    @Override
    public String toString() {
        return "FalkorDB at " + address() + ", graph " + graph;
    }
}
