package muster.cli.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Which Muster this is: its version, such as "0.2.0", and the git revision, with "-dirty" if sources were changed since. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String java = System.getProperty("java.vm.name") + " " + Runtime.version();
        return new String[] {"muster " + number() + " (" + revision() + ")", java};
    }

    public static String number() {
        return read("version");
    }

    /** Of the checkout that the launcher runs from, or of the build. */
    static String revision() {
        String launched = System.getProperty("muster.revision", "");
        return launched.isEmpty() ? read("revision") : launched;
    }

    private static String read(String key) {
        try (InputStream in = Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"))) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty(key, "unknown");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
