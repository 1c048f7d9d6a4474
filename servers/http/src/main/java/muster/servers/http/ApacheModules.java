package muster.servers.http;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.servers.host.ServerException;

/** Where the system keeps the modules of Apache. */
final class ApacheModules {
    private static final List<Path> MODULES = List.of(
            Path.of("/usr/lib/apache2/modules"),
            Path.of("/usr/lib64/httpd/modules"),
            Path.of("/usr/local/apache2/modules"));

    private ApacheModules() {}

    /** A module's file; throws a ServerException where the installation lacks it. */
    static Path file(String name) {
        Stream<Path> files = MODULES.stream().map(folder -> folder.resolve("mod_" + name + ".so"));
        return files.filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new ServerException("this Apache httpd has no module " + name));
    }
}
