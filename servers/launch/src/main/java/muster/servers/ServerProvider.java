package muster.servers;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import muster.servers.host.Ports;

/** One kind of database server, found by ServiceLoader; its name is that on the command line. */
public interface ServerProvider extends ServerPart {
    /** The addresses under which clients reach the server; {@code uri} is the one that a plan names. */
    SequencedMap<String, String> addresses(Ports ports);

    /** What a user may choose about this kind of server, besides what holds for all. */
    default List<ServerChoice> choices() {
        return List.of();
    }

    /** What is started with these choices: itself, or a variant of another product, flags or ports. */
    default ServerProvider chosen(Map<String, String> choices) {
        return this;
    }

    /**
     * Other processes that must answer before this server is started, in the order of their start.
     *
     * @param choices the value of each of {@link #choices()}
     */
    default List<ServerPart> needs(Map<String, String> choices) {
        return List.of();
    }
}
