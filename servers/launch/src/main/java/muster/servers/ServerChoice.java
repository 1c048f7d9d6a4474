package muster.servers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeSet;
import muster.servers.host.BadServerArgument;

/**
 * Something that a user may choose about one kind of server, on the command line {@code --NAME VALUE}.
 *
 * @param values what can be chosen; the first is taken where nothing is
 * @param lasting whether it is part of the data: it is then chosen once, when the data folder is made
 */
public record ServerChoice(String name, List<String> values, boolean lasting) {
    /**
     * The value of every choice of a server: what is given, else what the data folder was last started with, else the
     * usual.
     *
     * @throws BadServerArgument naming what cannot be chosen, and what could be
     */
    static SequencedMap<String, String> complete(
            ServerProvider server, Map<String, String> given, Map<String, String> before) {
        refuseUnknown(server, given);
        SequencedMap<String, String> complete = new LinkedHashMap<>();
        for (ServerChoice choice : server.choices()) {
            complete.put(choice.name, choice.value(given, before));
        }
        return complete;
    }

    private static void refuseUnknown(ServerProvider server, Map<String, String> given) {
        List<String> known = server.choices().stream().map(ServerChoice::name).toList();
        for (String name : new TreeSet<>(given.keySet())) {
            if (!known.contains(name)) {
                throw new BadServerArgument("%s has no --%s%s"
                        .formatted(
                                server.name(), name, known.isEmpty() ? "" : ", only --" + String.join(", --", known)));
            }
        }
    }

    private String value(Map<String, String> given, Map<String, String> before) {
        String earlier = before.getOrDefault(name, values.getFirst());
        String value = given.getOrDefault(name, earlier);
        if (!values.contains(value)) {
            throw new BadServerArgument(
                    "--%s %s is not possible; choose one of %s".formatted(name, value, String.join(", ", values)));
        }
        if (lasting && before.containsKey(name) && !value.equals(earlier)) {
            throw new BadServerArgument("the data folder was made with --%s %s, which cannot become %s; choose another"
                            .formatted(name, earlier, value)
                    + " --data folder, or stop the server with --delete first");
        }
        return value;
    }
}
