package muster.servers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.servers.host.Ports;

/**
 * What {@code server.properties} in a data folder says about the last start.
 *
 * @param phase how far that start came
 * @param parts its processes in the order of their start; the last is the server itself once it was started
 * @param choices the value of each choice of its provider
 * @param owner the process that promised to stop the server; empty if it runs until it is stopped
 * @param temporary whether the data folder was made for the owner and goes when the owner goes
 */
public record ServerState(
        String name,
        String version,
        Phase phase,
        List<StartedPart> parts,
        Ports ports,
        String heap,
        String jdk,
        SequencedMap<String, String> choices,
        Instant startedAt,
        Optional<ProcessIdentity> owner,
        boolean temporary) {
    enum Phase {
        STARTING,
        READY,
        STOPPED
    }

    ServerState in(Phase next) {
        return new ServerState(name, version, next, parts, ports, heap, jdk, choices, startedAt, owner, temporary);
    }

    /** With another part, or with a part that was started again. */
    ServerState with(StartedPart next) {
        List<StartedPart> more = new ArrayList<>(parts);
        int same = parts.stream().map(StartedPart::name).toList().indexOf(next.name());
        if (same >= 0) {
            more.set(same, next);
        } else {
            more.add(next);
        }
        return new ServerState(
                name, version, phase, List.copyOf(more), ports, heap, jdk, choices, startedAt, owner, temporary);
    }

    /** The process of the server itself, or as long as it was not started of the part that was started last. */
    ProcessIdentity process() {
        return parts.getLast().process();
    }

    /** Whether any of its processes still runs. */
    public boolean isAlive() {
        return parts.stream().anyMatch(StartedPart::isAlive);
    }

    /** Whether any of its processes runs, or was started where that cannot be seen from here and was not stopped. */
    public boolean mayBeAlive() {
        return isAlive()
                || (phase != Phase.STOPPED
                        && parts.stream().anyMatch(part -> part.process().isElsewhere()));
    }

    /** The names of its processes that no longer run. */
    List<String> dead() {
        return parts.stream()
                .filter(part -> !part.isAlive())
                .map(StartedPart::name)
                .toList();
    }

    /** Whether the process that should have stopped it is gone. */
    boolean isLeftOver() {
        return owner.isPresent() && owner.get().isGone();
    }

    Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("name", name);
        properties.setProperty("version", version);
        properties.setProperty("phase", phase.name());
        put(properties);
        properties.setProperty("ports", String.join(",", ports.byRole().keySet()));
        ports.byRole().forEach((role, port) -> properties.setProperty("port." + role, port.toString()));
        properties.setProperty("heap", heap);
        properties.setProperty("jdk", jdk);
        properties.setProperty("choices", String.join(",", choices.keySet()));
        choices.forEach((choice, value) -> properties.setProperty("choice." + choice, value));
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
                parts(properties),
                ports(properties),
                text(properties, "heap"),
                text(properties, "jdk"),
                choices(properties),
                Instant.parse(text(properties, "startedAt")),
                properties.containsKey("owner.pid") ? Optional.of(identity(properties, "owner")) : Optional.empty(),
                Boolean.parseBoolean(text(properties, "temporary")));
    }

    private void put(Properties properties) {
        properties.setProperty("parts", parts.stream().map(StartedPart::name).collect(Collectors.joining(",")));
        for (StartedPart part : parts) {
            properties.setProperty("part." + part.name() + ".cache", part.cacheEntry());
            put(properties, "part." + part.name(), part.process());
            properties.setProperty("part." + part.name() + ".stop", part.stopSignal());
        }
    }

    private static List<StartedPart> parts(Properties properties) {
        return names(properties, "parts").stream()
                .map(name -> new StartedPart(
                        name,
                        text(properties, "part." + name + ".cache"),
                        identity(properties, "part." + name),
                        properties.getProperty("part." + name + ".stop", "TERM")))
                .toList();
    }

    private static SequencedMap<String, String> choices(Properties properties) {
        SequencedMap<String, String> choices = new LinkedHashMap<>();
        names(properties, "choices").forEach(name -> choices.put(name, text(properties, "choice." + name)));
        return choices;
    }

    private static List<String> names(Properties properties, String key) {
        return Stream.of(text(properties, key).split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static void put(Properties properties, String key, ProcessIdentity identity) {
        properties.setProperty(key + ".pid", Long.toString(identity.pid()));
        properties.setProperty(key + ".birth", identity.birth());
        properties.setProperty(key + ".place", identity.place());
    }

    private static ProcessIdentity identity(Properties properties, String key) {
        return new ProcessIdentity(
                Long.parseLong(text(properties, key + ".pid")),
                text(properties, key + ".birth"),
                properties.getProperty(key + ".place", ""));
    }

    private static Ports ports(Properties properties) {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        for (String role : names(properties, "ports")) {
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
