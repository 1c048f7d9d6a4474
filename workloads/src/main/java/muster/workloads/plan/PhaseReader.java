package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PhaseNames;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.profile.ClientLevels;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.profile.ProfileReader;
import muster.workloads.plan.rule.EarlyEndReader;
import muster.workloads.plan.section.CrashSpec;
import org.jspecify.annotations.Nullable;

/** Reads one entry of "phases". */
final class PhaseReader {
    private static final List<String> NOT_OF_LOAD = List.of(
            "part",
            "duration",
            "operations",
            "rate",
            "ramp",
            "think",
            "pacing",
            "stopIf",
            "streams",
            "compare",
            "turns");
    /** What a stream has for itself, and what streams exclude. */
    private static final List<String> NOT_OF_STREAMS = List.of(
            "part", "operations", "clients", "rate", "arrivals", "maxInFlight", "ramp", "think", "pacing", "crash");

    private static final List<String> NOT_OF_ARMS = List.of("part", "operations", "ramp", "crash", "until");
    private static final List<String> OF_VERIFY = List.of("kind", "name", "feeds");
    private static final List<String> CLOSED_ONLY = List.of("think", "pacing", "ramp");
    private static final List<String> OPEN_ONLY = List.of("arrivals", "maxInFlight");
    private static final long LOAD_CLIENTS = 8;
    /** The mean of a profile is rounded to a millionth a second. */
    private static final long MEAN_PERIOD_S = 1_000_000;

    private final TreeSettings settings;
    private final PhaseKind kind;
    private final String name;
    private final List<String> operations;
    private final ArmWorkloads arms;

    private PhaseReader(
            TreeSettings settings, PhaseKind kind, String name, List<String> operations, ArmWorkloads arms) {
        this.settings = settings;
        this.kind = kind;
        this.name = name;
        this.operations = operations;
        this.arms = arms;
    }

    /**
     * Reads one entry.
     *
     * @param operations names that the bounds of a phase may begin with
     * @param arms chooses the namespaces of arms, which those of earlier phases may have too
     */
    public static PhaseSpec read(TreeSettings settings, PhaseNames names, List<String> operations, ArmWorkloads arms) {
        settings.allowOnlyDeclared();
        return new PhaseReader(settings, kind(settings), names.name(), operations, arms).read();
    }

    private static PhaseKind kind(TreeSettings settings) {
        String label = settings.choice("kind");
        return Stream.of(PhaseKind.values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private PhaseSpec read() {
        refuseWrongCombinations();
        if (settings.has(CompareReader.KEY)) {
            return new CompareReader(settings, name, arms, operations).of(load(bound()), this::load);
        }
        PhaseSpec spec = load(settings);
        if (settings.has("streams")) {
            return new StreamsReader(settings, operations).of(spec, this::load);
        }
        return settings.has("turns") ? spec.inTurns(TurnsReader.ofRun(settings, spec)) : spec;
    }

    /** The phase without what its arms have. */
    private TreeSettings bound() {
        return TreeSettings.of(settings.path(), PlanKey.definition("phase"), Tree.Branch.empty(settings.where("kind")));
    }

    /** The phase as it is with the load that these settings describe: its own, or those of one of its streams. */
    private PhaseSpec load(TreeSettings load) {
        LoadProfile profile = profile(load);
        Rate rate = profile != null && load.has("rate") ? mean(load, profile) : rate(load);
        int clients = rate != null ? maxInFlight(load) : profile != null ? most(profile) : clients(load, 1);
        EarlyEndReader early = new EarlyEndReader(settings, operations);
        return new PhaseSpec(
                name,
                kind,
                settings.text("part", ""),
                clients,
                kind == PhaseKind.VERIFY ? settings.integer("feeds") : settings.integer("operations", 0),
                EarlyEndReader.untilSteady(settings) ? early.longest().toNanos() : duration(profile),
                rate,
                rate == null ? 0 : clients,
                think(load),
                nanos(load, "pacing"),
                nanos(load, "ramp"),
                nanos(settings, "drain"),
                (int) settings.integer("actionsPerTransaction", 0),
                early.read(),
                CrashSpec.read(settings),
                settings.choice("onError").equals("continue"),
                profile,
                List.of(),
                null);
    }

    private void refuseWrongCombinations() {
        if (kind == PhaseKind.LOAD) {
            refuse(NOT_OF_LOAD, "not in a load, which covers all its parts as a whole");
        } else {
            refuse(List.of("onError"), "only in a load; of any other operation target.onError says it");
        }
        if (kind == PhaseKind.VERIFY) {
            refuse(
                    settings.declared().names().stream()
                            .filter(key -> !OF_VERIFY.contains(key))
                            .toList(),
                    "not in a verify phase, which has no clients and is not timed");
        } else {
            refuse(List.of("feeds"), "only in a verify phase: the number of feeds to ask for");
        }
        refuseWrongCrash();
        refuseWrongSteady();
        if (settings.has("streams")) {
            refuse(NOT_OF_STREAMS, "not in a phase with streams; give it to a stream, or take streams out");
        }
        if (settings.has(CompareReader.KEY)) {
            refuse(List.of("streams"), "excludes compare; give one of the two");
            refuse(NOT_OF_ARMS, "not in a phase with compare, whose arms take turns; take it out");
        } else {
            refuseOtherModel(settings);
            if (settings.has("turns") && !settings.has("streams") && !TurnsReader.namesRuns(settings)) {
                throw settings.refused(
                        "turns", "only with streams or compare, whose arms take them, or with of, which names runs");
            }
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
        if (crash != null && crash.atNs() >= duration(profile(settings))) {
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

    /** Closed and open model have keys that the other one has not. */
    static void refuseOtherModel(TreeSettings load) {
        if (load.has("rate")) {
            refuse(load, CLOSED_ONLY, "excludes rate; give one of the two");
        } else {
            refuse(load, OPEN_ONLY, "needs a rate");
        }
    }

    private void refuse(List<String> keys, String reason) {
        refuse(settings, keys, reason);
    }

    private static void refuse(TreeSettings settings, List<String> keys, String reason) {
        for (String key : keys) {
            if (settings.has(key)) {
                throw settings.refused(key, reason);
            }
        }
    }

    private int clients(TreeSettings load, long otherwise) {
        return (int) load.integer("clients", kind == PhaseKind.LOAD ? LOAD_CLIENTS : otherwise);
    }

    /** In the open model "clients" is another word for it. */
    private int maxInFlight(TreeSettings load) {
        int clients = clients(load, 0);
        return (int) (clients > 0 ? load.integer("maxInFlight", clients) : load.integer("maxInFlight"));
    }

    private static @Nullable Rate rate(TreeSettings load) {
        boolean poisson = load.choice("arrivals").equals("poisson");
        return load.find("rate")
                .map(tree -> Rates.find(tree, poisson)
                        .orElseThrow(() -> load.wrong("rate", "a number and a time, such as 1000/s or 60/m")))
                .orElse(null);
    }

    /** Of the rate or of the clients; null if neither changes. */
    private @Nullable LoadProfile profile(TreeSettings load) {
        if (load.find("clients").orElse(null) instanceof Tree.Branch clients) {
            refuseWithProfile(load, "clients");
            return ProfileReader.read(clients, load.path() + ".clients", new ClientLevels(), duration());
        }
        if (load.find("rate").orElse(null) instanceof Tree.Branch rate) {
            refuseWithProfile(load, "rate");
            return ProfileReader.read(rate, load.path() + ".rate", Rates.LEVELS, duration());
        }
        return null;
    }

    private void refuseWithProfile(TreeSettings load, String of) {
        String profile = "a profile of " + of;
        refuse(List.of("operations"), "excludes " + profile + ", which needs a duration");
        refuse(List.of("until"), "excludes " + profile + ", which is not meant to be steady");
        refuse(load, List.of("ramp"), "excludes " + profile + "; put the ramp into its stages");
        if (of.equals("clients") && kind == PhaseKind.LOAD) {
            throw load.refused("clients", "a profile is not in a load, which no duration bounds");
        }
        if (of.equals("clients") && load.has("rate")) {
            throw load.refused("clients", profile + " excludes rate; bound a rate by a number, maxInFlight");
        }
    }

    /** Of a profile that says no duration its own length. */
    private long duration(@Nullable LoadProfile profile) {
        return profile == null || settings.has("duration") ? duration() : profile.lengthNs();
    }

    private Rate mean(TreeSettings load, LoadProfile profile) {
        long durationNs = duration(profile);
        double perS = profile.line(durationNs).mean(durationNs);
        return new Rate(
                Math.round(perS * MEAN_PERIOD_S),
                MEAN_PERIOD_S * Durations.nanos("s"),
                load.choice("arrivals").equals("poisson"));
    }

    private static int most(LoadProfile profile) {
        return (int) (profile.maxNano() / Durations.nanos("s"));
    }

    private static Think think(TreeSettings load) {
        Tree think = load.find("think").orElse(null);
        if (think instanceof Tree.Branch) {
            return thinkOf(load.section("think"));
        }
        return new Think(nanos(load, "think"), false);
    }

    private static Think thinkOf(TreeSettings section) {
        section.allowOnlyDeclared();
        if (!section.has("mean")) {
            throw section.wrong("mean", "a duration, such as 10ms");
        }
        long mean = section.duration("mean", Duration.ZERO).toNanos();
        String distribution = section.choice("distribution");
        return new Think(mean, distribution.equals("exponential"));
    }

    /** Zero where it has none. */
    private long duration() {
        return settings.duration("duration", Duration.ZERO).toNanos();
    }

    private static long nanos(TreeSettings settings, String key) {
        return settings.duration(key).toNanos();
    }
}
