package muster.servers.host;

import java.util.List;
import java.util.Map;

/**
 * A program of the machine's own code, such as one in C.
 *
 * @param words the program and its arguments, none of which is a secret: everybody can read the process list
 */
public record ProgramCommand(List<String> words, Map<String, String> environment) implements ServerCommand {
    public ProgramCommand {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
