package muster.servers.host;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed Java runtime.
 *
 * @param feature 8, 17, 21, 25 and so on
 * @param version in full, for example {@code 17.0.15}
 */
public record Jdk(Path home, int feature, String version) {
    private static final Pattern VERSION = Pattern.compile("(?:1\\.)?(\\d+).*");

    public Path java() {
        return home.resolve("bin/java");
    }

    /** Reads the {@code release} file, which costs no process; empty where there is no runtime. */
    static Optional<Jdk> at(Path home) {
        if (!Files.isExecutable(home.resolve("bin/java"))) {
            return Optional.empty();
        }
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            return Optional.empty();
        }
        return parsed(home, release.getProperty("JAVA_VERSION", "").replace("\"", ""));
    }

    private static Optional<Jdk> parsed(Path home, String version) {
        Matcher matcher = VERSION.matcher(version);
        return matcher.matches()
                ? Optional.of(new Jdk(home, Integer.parseInt(matcher.group(1)), version))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "JDK " + version + " in " + home;
    }
}
