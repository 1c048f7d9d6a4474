package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import muster.servers.host.Jdk;
import muster.servers.host.Ports;
import muster.servers.host.Secret;

/**
 * What a provider needs to know about one start of its server.
 *
 * @param home the folder that belongs to this process of the server alone; all its files go there
 * @param libraries the folder of its jars or programs
 * @param jdk empty for a program that needs no Java
 * @param ports of the whole server
 * @param heap the size of its Java heap as the JVM writes it, for example {@code 1g}
 * @param settings settings of the server in its own words, which override the provider's
 * @param choices the value of each of the provider's choices
 * @param password the password of the server's first user; without it authentication is off
 */
public record ServerContext(
        Path home,
        Path libraries,
        Optional<Jdk> jdk,
        Ports ports,
        String heap,
        Map<String, String> settings,
        Map<String, String> choices,
        Optional<Secret> password) {
    /** The Java runtime of a part that says on which it runs. */
    public Jdk java() {
        return jdk.orElseThrow(() -> new IllegalStateException("this server names no Java version"));
    }

    /** The value of one of the provider's choices. */
    public String choice(String name) {
        String value = choices.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no choice " + name + " among " + choices.keySet());
        }
        return value;
    }

    /** All jars that were fetched, in the launcher's syntax. */
    public String classPath() {
        return libraries + "/*";
    }

    /** The settings of the user that have these names. */
    public Map<String, String> settings(Predicate<String> names) {
        Map<String, String> chosen = new LinkedHashMap<>(settings);
        chosen.keySet().removeIf(name -> !names.test(name));
        return chosen;
    }

    /** Writes a text file below the home, with the folders above it. */
    public void write(String relative, String text) throws IOException {
        Path file = home.resolve(relative);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }
}
