package muster.servers;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;

/**
 * What {@code server.properties} in a data folder says about the last start.
 *
 * @param phase how far that start came
 * @param owner the process that promised to stop the server; empty if it runs until it is stopped
 * @param temporary whether the data folder was made for the owner and goes when the owner goes
 */
record ServerState(
        String name,
        String version,
        Phase phase,
        ProcessIdentity process,
        Ports ports,
        String heap,
        String jdk,
        Instant startedAt,
        Optional<ProcessIdentity> owner,
        boolean temporary) {
    enum Phase {
        STARTING,
        READY,
        STOPPED
    }

    ServerState in(Phase next) {
        return new ServerState(name, version, next, process, ports, heap, jdk, startedAt, owner, temporary);
    }

    /** Whether its process still runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Whether the process that should have stopped it is gone. */
    boolean isLeftOver() {
        return owner.isPresent() && !owner.get().isAlive();
    }

    Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("name", name);
        properties.setProperty("version", version);
        properties.setProperty("phase", phase.name());
        put(properties, "process", process);
        properties.setProperty("ports", String.join(",", ports.byRole().keySet()));
        ports.byRole().forEach((role, port) -> properties.setProperty("port." + role, port.toString()));
        properties.setProperty("heap", heap);
        properties.setProperty("jdk", jdk);
        properties.setProperty("startedAt", startedAt.toString());
        owner.ifPresent(identity -> put(properties, "owner", identity));
        properties.setProperty("temporary", Boolean.toString(temporary));
        return properties;
    }

    static ServerState of(Properties properties) {
        return new ServerState(
                text(properties, "name"),
                text(properties, "version"),
                Phase.valueOf(text(properties, "phase")),
                identity(properties, "process"),
                ports(properties),
                text(properties, "heap"),
                text(properties, "jdk"),
                Instant.parse(text(properties, "startedAt")),
                properties.containsKey("owner.pid") ? Optional.of(identity(properties, "owner")) : Optional.empty(),
                Boolean.parseBoolean(text(properties, "temporary")));
    }

    private static void put(Properties properties, String key, ProcessIdentity identity) {
        properties.setProperty(key + ".pid", Long.toString(identity.pid()));
        properties.setProperty(key + ".birth", identity.birth());
    }

    private static ProcessIdentity identity(Properties properties, String key) {
        return new ProcessIdentity(Long.parseLong(text(properties, key + ".pid")), text(properties, key + ".birth"));
    }

    private static Ports ports(Properties properties) {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        for (String role : text(properties, "ports").split(",", -1)) {
            ports.put(role, Integer.parseInt(text(properties, "port." + role)));
        }
        return new Ports(ports);
    }

    private static String text(Properties properties, String key) {
        String value = properties.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("no " + key);
        }
        return value;
    }
}
