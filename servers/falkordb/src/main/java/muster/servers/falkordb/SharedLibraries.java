package muster.servers.falkordb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import muster.servers.host.ServerException;

/** The system's libraries that a fetched program needs. */
final class SharedLibraries {
    private SharedLibraries() {}

    /**
     * Asks the dynamic linker. Where there is no {@code ldd}, the server's own log will say what is missing.
     *
     * @throws ServerException naming the library and the package that holds it
     */
    static void refuseMissing(Path module) throws IOException {
        if (listed(module).lines().anyMatch(line -> line.contains("libgomp") && line.contains("not found"))) {
            throw new ServerException(
                    "FalkorDB needs the library libgomp.so.1, which is not installed: apt-get install libgomp1");
        }
    }

    private static String listed(Path module) throws IOException {
        try {
            Process process = new ProcessBuilder("ldd", module.toString())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
