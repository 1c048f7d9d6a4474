package muster.cli.check;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.Nullable;

/** Settings that note which keys were asked for, and as what. */
record RecordingSettings(Settings settings, String prefix, List<Asked> asked) implements Settings {
    /**
     * One question.
     *
     * @param key path within the section: "tls.ca"
     * @param otherwise what holds where the plan has no such key; null for none
     * @param expected the key's schema without default and description; empty where only its presence was asked for
     */
    record Asked(String key, @Nullable Object otherwise, Map<String, Object> expected) {}

    private void note(String key, @Nullable Object otherwise, Map<String, Object> expected) {
        asked.add(new Asked(prefix + key, otherwise, expected));
    }

    @Override
    public String path() {
        return settings.path();
    }

    @Override
    public boolean has(String key) {
        note(key, null, Map.of());
        return settings.has(key);
    }

    @Override
    public String text(String key) {
        note(key, null, Map.of("type", "string"));
        return settings.text(key);
    }

    @Override
    public String text(String key, String otherwise) {
        note(key, otherwise, Map.of("type", "string"));
        return settings.text(key, otherwise);
    }

    @Override
    public String choice(String key, String otherwise, List<String> names) {
        note(key, otherwise, Map.of("enum", names));
        return settings.choice(key, otherwise, names);
    }

    @Override
    public long integer(String key, long otherwise, long least, long most) {
        Map<String, Object> bounded = Map.of("type", "integer", "minimum", least, "maximum", most);
        Map<String, Object> open = Map.of("type", "integer", "minimum", least);
        // Zero, "" and the like stand for a key that is not there, where it could not be given so.
        Long stands = otherwise >= least && otherwise <= most ? otherwise : null;
        note(key, stands, most == Integer.MAX_VALUE || most == Long.MAX_VALUE ? open : bounded);
        return settings.integer(key, otherwise, least, most);
    }

    @Override
    public double number(String key, double otherwise, double least, double most) {
        note(key, otherwise, Map.of("type", "number", "minimum", least, "maximum", most));
        return settings.number(key, otherwise, least, most);
    }

    @Override
    public boolean flag(String key, boolean otherwise) {
        note(key, otherwise, Map.of("type", "boolean"));
        return settings.flag(key, otherwise);
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        note(key, Durations.format(otherwise), Map.of("$ref", "#/$defs/duration"));
        return settings.duration(key, otherwise, least, most);
    }

    @Override
    public Settings section(String key) {
        note(key, null, Map.of("type", "object"));
        return new RecordingSettings(settings.section(key), prefix + key + ".", asked);
    }

    @Override
    public Map<String, Double> numbers(String key) {
        note(key, null, Map.of("type", "object"));
        return settings.numbers(key);
    }

    @Override
    public Map<String, Object> raw() {
        return settings.raw();
    }

    @Override
    public Set<String> unread() {
        return settings.unread();
    }

    @Override
    public void refuseUnread() {
        settings.refuseUnread();
    }

    @Override
    public PlanException wrong(String key, String right) {
        return settings.wrong(key, right);
    }

    @Override
    public Settings resolved() {
        return new RecordingSettings(settings.resolved(), prefix, asked);
    }
}
