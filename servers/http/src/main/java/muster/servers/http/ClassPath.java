package muster.servers.http;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the classes of this module lie, for the processes that run them. */
final class ClassPath {
    private ClassPath() {}

    static String own() {
        try {
            return Path.of(ClassPath.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
