package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.language.PhaseNames;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.EarlyEndReader;
import muster.workloads.plan.section.CrashSpec;
import org.jspecify.annotations.Nullable;

/** Reads one entry of "phases". */
final class PhaseReader {
    static final List<String> KEYS = List.of(
            "kind",
            "name",
            "part",
            "duration",
            "operations",
            "clients",
            "rate",
            "arrivals",
            "maxInFlight",
            "ramp",
            "think",
            "pacing",
            "drain",
            "actionsPerTransaction",
            "until",
            "min",
            "max",
            "stopIf",
            "feeds",
            "crash",
            "onError");
    static final List<String> THINK_KEYS = List.of("mean", "distribution");
    private static final List<String> NOT_OF_LOAD =
            List.of("part", "duration", "operations", "rate", "ramp", "think", "pacing", "stopIf");
    private static final List<String> OF_VERIFY = List.of("kind", "name", "feeds");
    private static final String STOP = "stop";
    private static final long FEEDS = 100;
    private static final List<String> CLOSED_ONLY = List.of("think", "pacing", "ramp");
    private static final List<String> OPEN_ONLY = List.of("arrivals", "maxInFlight");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final long MAX_CLIENTS = 1_000_000;
    /** Bounds memory and connections where an open model names no bound. */
    private static final long MAX_IN_FLIGHT = 128;

    private static final long LOAD_CLIENTS = 8;

    private final TreeSettings settings;
    private final PhaseKind kind;
    private final String name;
    private final List<String> operations;

    private PhaseReader(TreeSettings settings, PhaseKind kind, String name, List<String> operations) {
        this.settings = settings;
        this.kind = kind;
        this.name = name;
        this.operations = operations;
    }

    /**
     * Reads one entry.
     *
     * @param operations names that the bounds of a phase may begin with
     */
    public static PhaseSpec read(TreeSettings settings, PhaseNames names, List<String> operations) {
        settings.allowOnly(KEYS);
        return new PhaseReader(settings, kind(settings), names.name(), operations).read();
    }

    private static PhaseKind kind(TreeSettings settings) {
        List<PhaseKind> kinds = List.of(PhaseKind.values());
        List<String> labels = kinds.stream().map(PhaseKind::label).toList();
        if (!settings.has("kind")) {
            throw settings.wrong("kind", "one of " + String.join(", ", labels));
        }
        String label = settings.choice("kind", "", labels);
        return kinds.stream()
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private PhaseSpec read() {
        refuseWrongCombinations();
        Rate rate = rate();
        int clients = rate == null ? clients(1) : maxInFlight();
        EarlyEndReader early = new EarlyEndReader(settings, operations);
        return new PhaseSpec(
                name,
                kind,
                settings.text("part", ""),
                clients,
                kind == PhaseKind.VERIFY
                        ? settings.integer("feeds", FEEDS, 0, 100_000)
                        : settings.integer("operations", 0, 1, Long.MAX_VALUE),
                EarlyEndReader.untilSteady(settings)
                        ? early.longest().toNanos()
                        : nanos("duration", Duration.ZERO, Duration.ofMillis(1), Duration.ofDays(30)),
                rate,
                rate == null ? 0 : clients,
                think(),
                nanos("pacing", Duration.ZERO, Duration.ZERO, HOUR),
                nanos("ramp", Duration.ZERO, Duration.ZERO, HOUR.multipliedBy(24)),
                nanos("drain", Duration.ofSeconds(10), Duration.ZERO, HOUR),
                (int) settings.integer("actionsPerTransaction", 0, 1, 1_000_000),
                early.read(),
                CrashSpec.read(settings),
                settings.choice("onError", STOP, List.of(STOP, "continue")).equals("continue"));
    }

    private void refuseWrongCombinations() {
        if (kind == PhaseKind.LOAD) {
            refuse(NOT_OF_LOAD, "not in a load, which covers all its parts as a whole");
        } else {
            refuse(List.of("onError"), "only in a load; of any other operation target.onError says it");
        }
        if (kind == PhaseKind.VERIFY) {
            refuse(
                    KEYS.stream().filter(key -> !OF_VERIFY.contains(key)).toList(),
                    "not in a verify phase, which has no clients and is not timed");
        } else {
            refuse(List.of("feeds"), "only in a verify phase: the number of feeds to ask for");
        }
        refuseWrongCrash();
        refuseWrongSteady();
        if (settings.has("rate")) {
            refuse(CLOSED_ONLY, "excludes rate; give one of the two");
        } else {
            refuse(OPEN_ONLY, "needs a rate");
        }
        if (settings.has("duration")) {
            refuse(
                    List.of("operations"),
                    "excludes duration; give one of the two (--set " + name + ".duration= drops it)");
        }
    }

    private void refuseWrongCrash() {
        if (kind != PhaseKind.MEASURE && kind != PhaseKind.VERIFY) {
            refuse(List.of("crash"), "only in a measure phase");
        }
        CrashSpec crash = CrashSpec.read(settings);
        if (crash != null && crash.atNs() >= nanos("duration", Duration.ZERO, Duration.ZERO, Duration.ofDays(30))) {
            throw settings.refused("crash", "needs a duration that goes on after it (crash.at)");
        }
    }

    private void refuseWrongSteady() {
        if (!EarlyEndReader.untilSteady(settings)) {
            refuse(EarlyEndReader.OF_STEADY, "only with until: steady; otherwise set duration");
        } else if (kind != PhaseKind.WARMUP) {
            refuse(List.of("until"), "only in a warmup; a measure phase that ends by its own figures would be biased");
        } else {
            refuse(List.of("operations"), "excludes until: steady; max bounds its length");
            if (settings.has("duration")) {
                refuse(List.of("max"), "excludes duration; give one of the two");
            }
        }
    }

    private void refuse(List<String> keys, String reason) {
        for (String key : keys) {
            if (settings.has(key)) {
                throw settings.refused(key, reason);
            }
        }
    }

    private int clients(long otherwise) {
        return (int) settings.integer("clients", kind == PhaseKind.LOAD ? LOAD_CLIENTS : otherwise, 1, MAX_CLIENTS);
    }

    /** In the open model "clients" is another word for it. */
    private int maxInFlight() {
        return (int) settings.integer("maxInFlight", clients(MAX_IN_FLIGHT), 1, MAX_CLIENTS);
    }

    private @Nullable Rate rate() {
        boolean poisson = settings.choice("arrivals", "constant", List.of("constant", "poisson"))
                .equals("poisson");
        return settings.find("rate")
                .map(tree -> Rates.find(tree, poisson)
                        .orElseThrow(() -> settings.wrong("rate", "a number and a time, such as 1000/s or 60/m")))
                .orElse(null);
    }

    private Think think() {
        Tree think = settings.find("think").orElse(null);
        if (think instanceof Tree.Branch) {
            return thinkOf(settings.section("think"));
        }
        return new Think(nanos("think", Duration.ZERO, Duration.ZERO, HOUR), false);
    }

    private static Think thinkOf(TreeSettings section) {
        section.allowOnly(THINK_KEYS);
        if (!section.has("mean")) {
            throw section.wrong("mean", "a duration, such as 10ms");
        }
        long mean = section.duration("mean", Duration.ZERO, Duration.ZERO, HOUR).toNanos();
        String distribution = section.choice("distribution", "constant", List.of("constant", "exponential"));
        return new Think(mean, distribution.equals("exponential"));
    }

    private long nanos(String key, Duration otherwise, Duration least, Duration most) {
        return settings.duration(key, otherwise, least, most).toNanos();
    }
}
