package muster.servers.janusgraph;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import muster.servers.ServerChoice;
import muster.servers.host.BadServerArgument;

/**
 * Where JanusGraph keeps its graph.
 *
 * @param nodes of Cassandra, each a separate process; 0 for BerkeleyJE, which runs inside JanusGraph
 * @param consistency of reads from and writes to Cassandra, as its driver calls it
 */
record Storage(int nodes, String consistency) {
    static final List<ServerChoice> CHOICES = List.of(
            new ServerChoice("storage", List.of("berkeleyje", "cassandra"), true),
            new ServerChoice("nodes", List.of("1", "3"), true),
            new ServerChoice("consistency", List.of("quorum", "one"), false),
            new ServerChoice("commitlog", List.of("periodic", "batch"), false));

    /** Throws BadServerArgument where choices of Cassandra stand beside BerkeleyJE. */
    static Storage of(Map<String, String> choices) {
        boolean cassandra = "cassandra".equals(choices.get("storage"));
        int nodes = Integer.parseInt(Objects.requireNonNull(choices.get("nodes")));
        if (!cassandra && nodes > 1) {
            throw new BadServerArgument("--nodes " + nodes + " needs --storage cassandra; berkeleyje has one");
        }
        String consistency = Objects.requireNonNull(choices.get("consistency"));
        return new Storage(cassandra ? nodes : 0, consistency.toUpperCase(Locale.ROOT));
    }

    boolean cassandra() {
        return nodes > 0;
    }
}
