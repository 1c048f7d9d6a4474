package muster.servers.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A Java process to be started.
 *
 * @param flags options of the virtual machine
 * @param classPath in the launcher's syntax, so {@code lib/*} is allowed
 * @param arguments arguments of the main class
 * @param environment variables set for this process only
 * @param secret whether the arguments hold a secret: they then reach the process through a file that only its owner
 *     can read and that is deleted afterwards, never through the process list
 */
public record JavaCommand(
        List<String> flags,
        String classPath,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment,
        boolean secret)
        implements ServerCommand {
    /** Without variables of its own and without a secret. */
    public JavaCommand(List<String> flags, String classPath, String mainClass, List<String> arguments) {
        this(flags, classPath, mainClass, arguments, Map.of(), false);
    }

    /** Everything after the {@code java} binary. */
    public List<String> words() {
        List<String> words = new ArrayList<>(flags);
        words.addAll(List.of("-cp", classPath, mainClass));
        words.addAll(arguments);
        return words;
    }

    /** The same as the text of an argument file. */
    public String argumentFile() {
        StringBuilder text = new StringBuilder();
        for (String word : words()) {
            text.append('"')
                    .append(word.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"\n");
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return mainClass + (secret ? " (arguments hidden)" : " " + arguments);
    }
}
