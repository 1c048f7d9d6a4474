package muster.targets.falkordb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.TargetException;
import redis.clients.jedis.Module;
import redis.clients.jedis.exceptions.JedisException;

/** What the server says of itself when it first answers. */
record Server(String version, String redis) {
    /** The first version with subqueries that return into the query around them in the way they are used here. */
    private static final int LEAST = 4_10_00;

    /** @throws TargetException one line with address and cause, within the connect time-out */
    static Server contacted(FalkorDbSettings settings) throws TargetException {
        try (Connection connection = Connection.open(settings, settings.connectTimeout())) {
            String info = connection.redis().info("server");
            int version = module(connection.redis().moduleList(), settings);
            if (version < LEAST) {
                throw new TargetException("%s: version %s is too old, Muster needs %s or later"
                        .formatted(settings, text(version), text(LEAST)));
            }
            return new Server(text(version), redis(info));
        } catch (JedisException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    private static int module(List<Module> modules, FalkorDbSettings settings) throws TargetException {
        return modules.stream()
                .filter(module -> module.getName().equals("graph"))
                .mapToInt(Module::getVersion)
                .findFirst()
                .orElseThrow(() ->
                        new TargetException(settings + ": this Redis has no module \"graph\": it is not FalkorDB"));
    }

    /** Of a number such as 41603. */
    private static String text(int version) {
        return version / 10_000 + "." + version / 100 % 100 + "." + version % 100;
    }

    private static String redis(String info) {
        return info.lines()
                .filter(line -> line.startsWith("redis_version:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    /** For the store. */
    Map<String, String> facts(FalkorDbSettings settings) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("address", settings.address());
        facts.put("database", settings.graph());
        facts.put("server.version", version);
        facts.put("redis.version", redis);
        facts.put("driver.version", ClientLibrary.version(com.falkordb.FalkorDB.class));
        return facts;
    }
}
