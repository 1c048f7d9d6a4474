package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a provider needs to know about one start of its server.
 *
 * @param home the folder that belongs to the server alone; all its files go there
 * @param libraries the folder of the fetched jars
 * @param heap the size of the Java heap as the JVM writes it, for example {@code 1g}
 * @param settings settings of the server in its own words, which override the provider's
 * @param password the password of the server's first user; without it authentication is off
 */
public record ServerContext(
        Path home,
        Path libraries,
        Jdk jdk,
        Ports ports,
        String heap,
        Map<String, String> settings,
        Optional<Secret> password) {
    /** Writes a text file below the home, with the folders above it. */
    public void write(String relative, String text) throws IOException {
        Path file = home.resolve(relative);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }
}
