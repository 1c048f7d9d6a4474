package muster.servers;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import muster.servers.host.Ports;

/**
 * What is known of a server.
 *
 * @param pid of its process while it runs
 * @param ports of the last start; empty if it never started
 * @param addresses under which clients reach it while it runs; {@code uri} is the one that a plan names
 * @param choices what was chosen about this kind of server
 * @param dataBytes the size of everything in its folder
 * @param note what the user should know besides, or an empty text
 */
public record ServerStatus(
        String name,
        String version,
        Path folder,
        Condition condition,
        OptionalLong pid,
        Optional<Ports> ports,
        SequencedMap<String, String> addresses,
        Optional<Instant> startedAt,
        String heap,
        String jdk,
        SequencedMap<String, String> choices,
        long dataBytes,
        String note) {
    /** The four conditions, and their names for people. */
    public enum Condition {
        RUNNING("running"),
        STARTING("starting"),
        STOPPED("stopped"),
        NOT_CREATED("not created");

        private final String text;

        Condition(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
