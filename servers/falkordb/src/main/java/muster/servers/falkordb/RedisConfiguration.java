package muster.servers.falkordb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import muster.servers.ServerContext;
import muster.servers.host.Ports;
import muster.servers.host.Secret;
import muster.servers.host.SettingLines;

/**
 * The configuration of Redis. A setting of the user in capitals is an argument of the module ({@code CACHE_SIZE=100}), any
 * other is Redis's own ({@code appendfsync=always}).
 */
record RedisConfiguration(ServerContext context, Path module) {
    static final String FILE = "redis.conf";

    void write() throws IOException {
        Files.createDirectories(context.home().resolve("data"));
        context.write(FILE, SettingLines.of(settings(), " "));
    }

    /**
     * Every write goes to a log that is synced once a second: Redis's own recommendation, and what it calls a good
     * compromise. Its stock configuration keeps snapshots only, minutes apart.
     */
    private Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("bind", Ports.HOST);
        settings.put("port", Integer.toString(context.ports().of("redis")));
        settings.put("dir", context.home().resolve("data").toString());
        settings.put("appendonly", "yes");
        settings.put("appendfsync", "everysec");
        settings.put("save", "\"\"");
        settings.putAll(context.settings(name -> !isOfModule(name)));
        settings.put("loadmodule", module + arguments());
        context.password().ifPresent(password -> settings.put("user", user(password)));
        return settings;
    }

    private String arguments() {
        return context.settings(RedisConfiguration::isOfModule).entrySet().stream()
                .map(setting -> " " + setting.getKey() + " " + setting.getValue())
                .sorted()
                .collect(Collectors.joining());
    }

    private static boolean isOfModule(String key) {
        return key.equals(key.toUpperCase(Locale.ROOT));
    }

    /** The password stands in no file: Redis takes its hash. */
    private static String user(Secret password) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(password.value().getBytes(StandardCharsets.UTF_8));
            return "default on #" + HexFormat.of().formatHex(hash) + " ~* &* +@all";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
