package muster.workloads.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.References;
import muster.workloads.plan.language.SecretName;
import org.jspecify.annotations.Nullable;

/**
 * A secret that a plan names, and where it would be sent.
 *
 * @param key of the plan: "target.password"
 * @param uri of the target as the plan has it; empty if it has none
 * @param address what a secret can be bound to: "db1:7687", "unix:/run/db.sock", or "neo4j://db1:7687" for a scheme by which
 *     the server names further addresses
 */
public record SecretUse(String key, SecretName secret, String uri, String address) {
    /** Strict, so that no driver can read another host from the same text. */
    private static final Pattern URI = Pattern.compile(
            "([a-z][a-z0-9+.-]*)://(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:\\d{1,5})?([/?].*)?", Pattern.CASE_INSENSITIVE);

    /** Of a target without a uri: its kind's usual address. */
    private static final String USUAL = "default";

    /** All of a plan, in all of its steps, each once. */
    public static List<SecretUse> of(Plan plan) {
        return Steps.of(plan).stream()
                .flatMap(step -> ofStep(step.plan()).stream())
                .distinct()
                .toList();
    }

    private static List<SecretUse> ofStep(Plan plan) {
        Map<String, Object> target = plan.target().settings().raw();
        String uri = text(target, "uri");
        String socket = text(target, "unixSocket");
        String address =
                socket.isEmpty() ? address(uri) : "unix:" + Path.of(socket).normalize();
        List<SecretUse> uses = new ArrayList<>();
        walk(target, "target", (key, name) -> uses.add(new SecretUse(key, name, uri, address)));
        return uses;
    }

    private static String text(Map<String, Object> target, String key) {
        return Objects.toString(target.get(key), "");
    }

    /** Empty for what is not understood, which nothing is bound to. */
    static String address(String uri) {
        if (uri.isEmpty()) {
            return USUAL;
        }
        Matcher parts = URI.matcher(uri);
        if (!parts.matches()) {
            return "";
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        String host = (parts.group(2) + Objects.toString(parts.group(3), "")).toLowerCase(Locale.ROOT);
        return scheme.equals("neo4j") || scheme.startsWith("neo4j+") ? "neo4j://" + host : host;
    }

    private interface Found {
        void at(String key, SecretName name);
    }

    private static void walk(@Nullable Object value, String place, Found found) {
        switch (value) {
            case Map<?, ?> map -> map.forEach((key, below) -> walk(below, place + "." + key, found));
            case Collection<?> items -> items.forEach(item -> walk(item, place, found));
            case String text -> References.names(text).forEach(name -> found.at(place, name));
            case null, default -> {
                // Holds no reference.
            }
        }
    }

    /** For people: "NEO4J_PASSWORD (environment) \u2192 bolt://127.0.0.1:7687". */
    public String shown() {
        return secret.shown() + " \u2192 " + (uri.isEmpty() ? "the target's default address" : uri);
    }
}
