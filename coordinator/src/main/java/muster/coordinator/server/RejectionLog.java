package muster.coordinator.server;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What was refused: counted always, and logged once for each kind and host, so that a flood fills no disk. Any thread.
 */
final class RejectionLog {
    private static final int MAX_LINES = 1_000;

    /** What can be wrong with a peer. */
    enum Kind {
        /** The frame is not an envelope of ours, or names what none of ours would. */
        MALFORMED,
        OTHER_VERSION,
        /** Its length is negative, or there is no memory for it now. */
        OVERSIZED,
        UNLISTED_KEY,
        /** The key is listed, but not for this name or this message. */
        OTHER_IDENTITY,
        /** Closed before a valid message came: another protocol, no key or the wrong one, a frame that is too long. */
        CLOSED_EARLY,
        /** Cut because no valid message came for long. */
        SILENT,
        /** It asks and does not read: no more is kept for it. */
        UNREAD,
        /** The network library met what it had not expected. */
        NETWORK
    }

    private record Logged(Kind kind, String host) {}

    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final Set<Logged> logged = new HashSet<>();
    private final Consumer<String> log;

    RejectionLog(Consumer<String> log) {
        this.log = log;
    }

    /**
     * Counts one.
     *
     * @param peer "192.0.2.7:40123", or "" if it is not known
     */
    void add(Kind kind, String peer, String what) {
        if (isFirst(kind, peer.replaceFirst(":\\d+$", ""))) {
            String from = peer.isEmpty() ? "a peer" : peer;
            log.accept("refused " + from + ": " + what + " (" + name(kind)
                    + "; further ones from this host are only counted)");
        }
        count(kind);
    }

    private synchronized boolean isFirst(Kind kind, String host) {
        return logged.size() < MAX_LINES && logged.add(new Logged(kind, host));
    }

    /** After the line: whoever sees the count finds it. */
    private synchronized void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
    }

    /** By kind, only those that were met. */
    synchronized Map<String, Long> counts() {
        Map<String, Long> named = new LinkedHashMap<>();
        counts.forEach((kind, count) -> named.put(name(kind), count));
        return named;
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
