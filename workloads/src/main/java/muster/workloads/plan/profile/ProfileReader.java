package muster.workloads.plan.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import muster.text.Json;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.profile.LoadProfile.Sine;
import muster.workloads.plan.profile.LoadProfile.Spike;
import muster.workloads.plan.profile.LoadProfile.Stage;
import muster.workloads.plan.profile.LoadProfile.Stages;
import org.jspecify.annotations.Nullable;

/** Reads the map that may stand in place of a rate or of a number of clients. */
public final class ProfileReader {
    private static final List<String> SHAPES = List.of("stages", "spike", "sine");
    private static final String RIGHT =
            "one of stages, spike, sine, csv, such as {stages: [{to: 1000/s, in: 60s}, {hold: 60s}]}";
    private static final String STAGES = "a list of stages, such as {to: 1000/s, in: 60s} or {hold: 60s}";
    static final int MAX_STAGES = 10_000;
    private static final long MAX_PERIODS = 1_000;

    private final TreeSettings settings;
    private final Level.Reader levels;

    private ProfileReader(TreeSettings settings, Level.Reader levels) {
        this.settings = settings;
        this.levels = levels;
    }

    /**
     * Throws {@link PlanException}.
     *
     * @param path of the map, such as "phases[0].rate"
     * @param durationNs of the phase; 0 if it says none
     */
    public static LoadProfile read(Branch map, String path, Level.Reader levels, long durationNs) {
        TreeSettings settings = TreeSettings.of(path, PlanKey.definition("profile"), map);
        settings.allowOnlyDeclared();
        ProfileReader reader = new ProfileReader(settings, levels);
        LoadProfile profile = reader.read(path);
        reader.refuseUnfit(profile, durationNs);
        return profile;
    }

    private LoadProfile read(String path) {
        if (settings.has("csv")) {
            throw settings.refused("csv", settings.text("csv") + " is read with the file of its plan only");
        }
        List<String> shapes = SHAPES.stream().filter(settings::has).toList();
        if (shapes.size() != 1) {
            throw new PlanException(
                    settings.where(shapes.isEmpty() ? "" : shapes.getLast()) + ": " + path + ": expected " + RIGHT);
        }
        if (settings.has("from") && !settings.has("stages")) {
            throw settings.refused("from", "only with stages: the height before the first");
        }
        return switch (shapes.getFirst()) {
            case "stages" -> stages();
            case "spike" -> spike(opened("spike"));
            default -> sine(opened("sine"));
        };
    }

    private void refuseUnfit(LoadProfile profile, long durationNs) {
        if (profile.maxNano() == 0) {
            throw new PlanException(settings.where("") + ": " + settings.path() + ": is 0 all the time");
        }
        if (profile.lengthNs() == 0 && durationNs == 0) {
            throw new PlanException(settings.where("") + ": " + settings.path() + ": needs a duration of its phase");
        }
        if (profile instanceof Spike spike && spike.endNs() >= durationNs) {
            throw settings.refused("spike", "needs a duration that goes on after it (spike.at + spike.for)");
        }
        if (profile instanceof Sine sine && durationNs / sine.periodNs() >= MAX_PERIODS) {
            throw settings.refused("sine", "more than " + MAX_PERIODS + " periods in a phase; make period longer");
        }
    }

    private TreeSettings opened(String key) {
        TreeSettings section = settings.section(key);
        section.allowOnlyDeclared();
        return section;
    }

    private Stages stages() {
        List<Tree> items = settings.items("stages", STAGES);
        if (items.isEmpty() || items.size() > MAX_STAGES) {
            throw settings.wrong("stages", STAGES);
        }
        List<Stage> stages = new ArrayList<>();
        for (Tree item : items) {
            stages.add(stage(item, settings.path() + ".stages[" + stages.size() + "]"));
        }
        Level from = settings.has("from") ? level(settings, "from") : zero();
        return new Stages(from, List.copyOf(stages));
    }

    private Level zero() {
        return levels.find(new Tree.Leaf(0L, "")).orElseThrow();
    }

    private Stage stage(Tree item, String path) {
        if (!(item instanceof Branch branch)) {
            throw new PlanException(
                    item.where() + ": " + path + ": " + Json.write(item.plain()) + ": expected " + STAGES);
        }
        TreeSettings stage = TreeSettings.of(path, PlanKey.definition("stage"), branch);
        stage.allowOnlyDeclared();
        if (stage.has("to") == stage.has("hold")) {
            throw new PlanException(item.where() + ": " + path
                    + ": expected either to or hold, such as {to: 1000/s, in:" + " 60s} or {hold: 60s}");
        }
        if (stage.has("hold")) {
            if (stage.has("in")) {
                throw stage.refused("in", "excludes hold; give one of the two");
            }
            return new Stage(null, ns(stage, "hold"));
        }
        return new Stage(level(stage, "to"), stage.has("in") ? ns(stage, "in") : 0);
    }

    private Spike spike(TreeSettings spike) {
        return new Spike(level(spike, "base"), level(spike, "peak"), ns(spike, "at"), ns(spike, "for"));
    }

    private Sine sine(TreeSettings sine) {
        Level mean = level(sine, "mean");
        Level amplitude = level(sine, "amplitude");
        if (amplitude.nano() > mean.nano()) {
            throw sine.wrong("amplitude", "at most mean, " + mean.text() + ": a profile cannot fall below 0");
        }
        return new Sine(mean, amplitude, ns(sine, "period"));
    }

    private Level level(TreeSettings from, String key) {
        Tree tree = from.find(key).orElse(null);
        return find(tree).orElseThrow(() -> from.wrong(key, levels.right()));
    }

    private Optional<Level> find(@Nullable Tree tree) {
        return tree == null ? Optional.empty() : levels.find(tree);
    }

    /** It must be there: the schema has no default. */
    private static long ns(TreeSettings from, String key) {
        if (!from.has(key)) {
            throw from.wrong(key, "a duration, such as " + Durations.format(30_000_000_000L));
        }
        return from.duration(key, Duration.ZERO).toNanos();
    }
}
