package muster.workloads.plan.section;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;

/**
 * Keys "trace" and "samples" of a plan: what is recorded within operations.
 *
 * @param every of so many operations one is recorded singly, where the level is {@link Level#SAMPLES}
 */
public record TraceSettings(Level level, long every) {
    private static final long EVERY = 100;
    private static final Pattern SHARE = Pattern.compile("1/([1-9][0-9]{0,8})");

    /** What is recorded where nothing is said: stages. */
    public static final TraceSettings DEFAULT = new TraceSettings(Level.STAGES, EVERY);

    /** How much is recorded; each level includes those before it. */
    public enum Level {
        /** Service and response time only: sessions' reports of stages are discarded without reading the clock. */
        OFF,
        /** A histogram of each stage. */
        STAGES,
        /** Also single operations. */
        SAMPLES;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static TraceSettings read(TreeSettings root) {
        boolean sampled = root.has("samples");
        long every = sampled ? every(root) : EVERY;
        Level otherwise = sampled ? Level.SAMPLES : Level.STAGES;
        String level = root.choice("trace", otherwise.label());
        return new TraceSettings(Level.valueOf(level.toUpperCase(Locale.ROOT)), every);
    }

    private static long every(TreeSettings root) {
        Matcher share = SHARE.matcher(
                root.find("samples").map(Tree::plain).map(Object::toString).orElse(""));
        if (!share.matches()) {
            throw root.wrong("samples", "1/N, such as 1/100, with N up to 999999999");
        }
        return Long.parseLong(share.group(1));
    }

    public boolean stages() {
        return level != Level.OFF;
    }

    public boolean samples() {
        return level == Level.SAMPLES;
    }

    /** The keys of a plan that say this. */
    public Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("trace", level.label());
        if (samples() || every != EVERY) {
            plain.put("samples", "1/" + every);
        }
        return plain;
    }
}
