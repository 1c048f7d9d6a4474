package muster.workloads.plan.profile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;

/** How the rate or the clients of a phase change with its time, as a plan says it. */
public sealed interface LoadProfile {
    /** What it says, drawn; a sine up to the end of a phase of this duration. */
    ProfileLine line(long durationNs);

    /** How long it takes; 0 where only the phase says it. */
    long lengthNs();

    /** As a plan says it. */
    Map<String, Object> plain();

    /** For people: "100/s -> 1,000/s in 1m, then 1,000/s for 1m". */
    String text();

    /** Its height at most. */
    long maxNano();

    /**
     * One after another; the last height holds.
     *
     * @param from before the first stage
     */
    record Stages(Level from, List<Stage> stages) implements LoadProfile {
        @Override
        public ProfileLine line(long durationNs) {
            ProfileLine.Builder line = new ProfileLine.Builder(from.nano());
            for (Stage stage : stages) {
                Level to = stage.to();
                if (to == null) {
                    line.hold(stage.ns());
                } else {
                    line.to(to.nano(), stage.ns());
                }
            }
            return line.build();
        }

        @Override
        public long lengthNs() {
            return stages.stream().mapToLong(Stage::ns).sum();
        }

        @Override
        public Map<String, Object> plain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            plain.put("from", from.plain());
            plain.put("stages", stages.stream().map(Stage::plain).toList());
            return plain;
        }

        @Override
        public String text() {
            List<String> parts = new ArrayList<>();
            Level level = from;
            for (Stage stage : stages.subList(0, Math.min(stages.size(), MAX_SHOWN))) {
                Level to = stage.to();
                String time = stage.ns() == 0 ? " at once" : " in " + Durations.format(stage.ns());
                parts.add(to == null ? level.text() + " for " + Durations.format(stage.ns()) : to.text() + time);
                level = to == null ? level : to;
            }
            String more =
                    stages.size() > MAX_SHOWN ? ", then %,d more stages".formatted(stages.size() - MAX_SHOWN) : "";
            return from.text()
                    + (stages.getFirst().to() == null ? ", then " : " -> ")
                    + String.join(", then ", parts)
                    + more;
        }

        @Override
        public long maxNano() {
            return stages.stream()
                    .map(Stage::to)
                    .mapToLong(to -> to == null ? 0 : to.nano())
                    .reduce(from.nano(), Math::max);
        }
    }

    int MAX_SHOWN = 6;

    /**
     * One stage.
     *
     * @param to where it ends; null to keep the height before
     * @param ns how long it takes; 0 to be there at once
     */
    record Stage(@Nullable Level to, long ns) {
        private Map<String, Object> plain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            if (to != null) {
                plain.put("to", to.plain());
            }
            if (ns > 0) {
                plain.put(to == null ? "hold" : "in", Durations.format(ns));
            }
            return plain;
        }
    }

    /** A peak of this length, from one moment to the next. */
    record Spike(Level base, Level peak, long atNs, long forNs) implements LoadProfile {
        @Override
        public ProfileLine line(long durationNs) {
            return new ProfileLine.Builder(base.nano())
                    .hold(atNs)
                    .to(peak.nano(), 0)
                    .hold(forNs)
                    .to(base.nano(), 0)
                    .build();
        }

        /** When it is over, in nanoseconds after the start of the phase. */
        public long endNs() {
            return atNs + forNs;
        }

        @Override
        public long lengthNs() {
            return 0;
        }

        @Override
        public Map<String, Object> plain() {
            Map<String, Object> spike = new LinkedHashMap<>();
            spike.put("base", base.plain());
            spike.put("peak", peak.plain());
            spike.put("at", Durations.format(atNs));
            spike.put("for", Durations.format(forNs));
            return Map.of("spike", spike);
        }

        @Override
        public String text() {
            return "%s, a spike of %s at %s for %s"
                    .formatted(base.text(), peak.text(), Durations.format(atNs), Durations.format(forNs));
        }

        @Override
        public long maxNano() {
            return Math.max(base.nano(), peak.nano());
        }
    }

    /** mean + amplitude * sin(2 pi t / period), in straight pieces of a 64th of the period. */
    record Sine(Level mean, Level amplitude, long periodNs) implements LoadProfile {
        private static final int PIECES = 64;

        @Override
        public ProfileLine line(long durationNs) {
            ProfileLine.Builder line = new ProfileLine.Builder(mean.nano());
            long before = 0;
            for (long piece = 1; before < durationNs; piece++) {
                long end = piece / PIECES * periodNs + piece % PIECES * periodNs / PIECES;
                line.to(mean.nano() + offset((int) (piece % PIECES)), end - before);
                before = end;
            }
            return line.build();
        }

        /** Of sines that are rounded to 10<sup>-9</sup>, so that every language has the same. */
        private long offset(int piece) {
            long sine = (long) Math.floor(StrictMath.sin(2 * StrictMath.PI * piece / PIECES) * Level.NANO + 0.5);
            return BigInteger.valueOf(amplitude.nano())
                    .multiply(BigInteger.valueOf(sine))
                    .divide(BigInteger.valueOf(Level.NANO))
                    .longValueExact();
        }

        @Override
        public long lengthNs() {
            return 0;
        }

        @Override
        public Map<String, Object> plain() {
            Map<String, Object> sine = new LinkedHashMap<>();
            sine.put("mean", mean.plain());
            sine.put("amplitude", amplitude.plain());
            sine.put("period", Durations.format(periodNs));
            return Map.of("sine", sine);
        }

        @Override
        public String text() {
            return "%s +- %s, a sine of %s".formatted(mean.text(), amplitude.text(), Durations.format(periodNs));
        }

        @Override
        public long maxNano() {
            return mean.nano() + amplitude.nano();
        }
    }
}
