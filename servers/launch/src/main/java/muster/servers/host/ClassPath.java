package muster.servers.host;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where classes of Muster lie, for servers that are made of them. */
public final class ClassPath {
    private ClassPath() {}

    /** The jar or folder of the module that a class belongs to; a server made of it may use no other module. */
    public static String of(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
