package muster.experiments.turns.ab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.cli.terminal.Failure;
import muster.experiments.turns.ArmSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Which arms there are: plans side by side, or one plan with several values of a key. */
public final class AbArms {
    private static final int MAX = 4;

    private AbArms() {}

    /**
     * The arms, with their place in the database that they share. Throws {@link Failure} where they cannot be compared.
     *
     * @param plans as they were typed
     * @param vary "KEY=VALUE,VALUE", with one plan; null with several
     */
    static List<ArmSpec> of(List<String> plans, @Nullable String vary, List<String> sets, boolean allowFiles) {
        List<ArmSpec> named = vary == null ? plans(plans, sets, allowFiles) : values(plans, vary, sets, allowFiles);
        if (named.size() < 2 || named.size() > MAX) {
            throw Failure.badInput(
                    "ab compares 2 to " + MAX + " arms, here " + (named.size() == 1 ? "is 1" : "are " + named.size())
                            + ": name as many plans, or one plan with --vary KEY=VALUE,VALUE");
        }
        return placed(named);
    }

    /** One plan, by clients that are not Muster's and by a cluster of one worker, which loads the database. */
    static List<ArmSpec> outside(List<String> plans, List<String> sets, boolean allowFiles) {
        String plan = plans.getFirst();
        return List.of(
                new ArmSpec("bare", ArmSpec.Clients.OUTSIDE, 1, plan, sets, allowFiles),
                new ArmSpec("muster", ArmSpec.Clients.cluster(1, 0), 0, plan, sets, allowFiles));
    }

    private static List<ArmSpec> plans(List<String> plans, List<String> sets, boolean allowFiles) {
        List<ArmSpec> arms = new ArrayList<>();
        List<String> names = plans.stream()
                .map(plan -> new ArmSpec(plan, ArmSpec.Clients.STANDALONE, 0, plan, sets, allowFiles)
                        .read()
                        .name())
                .toList();
        boolean distinct = names.stream().distinct().count() == names.size();
        for (int i = 0; i < plans.size(); i++) {
            String name = distinct ? names.get(i) : (char) ('A' + i) + ": " + names.get(i);
            arms.add(new ArmSpec(name, ArmSpec.Clients.STANDALONE, 0, plans.get(i), sets, allowFiles));
        }
        return arms;
    }

    private static List<ArmSpec> values(List<String> plans, String vary, List<String> sets, boolean allowFiles) {
        int equals = vary.indexOf('=');
        if (plans.size() != 1 || equals < 1) {
            throw Failure.badInput(
                    "--vary " + vary + ": one plan, and KEY=VALUE,VALUE, such as target.noDelay=true,false");
        }
        String key = vary.substring(0, equals);
        List<ArmSpec> arms = Arrays.stream(vary.substring(equals + 1).split(",", -1))
                .map(String::strip)
                .map(value -> {
                    List<String> own = new ArrayList<>(sets);
                    own.add(key + "=" + value);
                    String name = key.substring(key.lastIndexOf('.') + 1) + "=" + value;
                    return new ArmSpec(name, ArmSpec.Clients.STANDALONE, 0, plans.getFirst(), own, allowFiles);
                })
                .toList();
        refuseEqual(arms, vary, plans.getFirst());
        return arms;
    }

    /** However they are written: 3ms is 0.003s. */
    private static void refuseEqual(List<ArmSpec> arms, String vary, String plan) {
        Map<Map<String, Object>, ArmSpec> known = new HashMap<>();
        for (ArmSpec arm : arms) {
            Map<String, Object> values = new TreeMap<>(PlanDifferences.values(arm));
            values.replaceAll((key, value) -> duration(value.toString()));
            ArmSpec same = known.putIfAbsent(values, arm);
            if (same != null) {
                throw Failure.badInput("--vary " + vary + ": " + same.name() + " and " + arm.name()
                        + " are the same plan; name different values, or compare the plan with itself: ./muster ab "
                        + plan
                        + " " + plan);
            }
        }
    }

    /** A duration, or the text where it is none. */
    private static Object duration(String text) {
        try {
            return Durations.parse(text);
        } catch (PlanException none) {
            return text;
        }
    }

    /** The first arm of each database loads it; the others, which must load the same, use what it loaded. */
    public static List<ArmSpec> placed(List<ArmSpec> arms) {
        Map<String, List<ArmSpec>> sharing = new HashMap<>();
        List<ArmSpec> placed = new ArrayList<>();
        for (ArmSpec arm : arms) {
            Plan plan = arm.read();
            PlanData data = PlanData.of(plan);
            List<ArmSpec> others = sharing.computeIfAbsent(data.database(), key -> new ArrayList<>());
            if (data.written() && !others.isEmpty()) {
                requireSame(others.getFirst(), arm, data);
            }
            int place = data.written() ? others.size() : 0;
            ArmSpec own = arm.at(place);
            others.add(own);
            placed.add(own);
        }
        return placed;
    }

    private static void requireSame(ArmSpec first, ArmSpec other, PlanData data) {
        if (!PlanData.of(first.read()).sameLoad(data)) {
            throw Failure.badInput(first.name() + " and " + other.name()
                    + " load different data into one database: start a second server (./muster server start NAME"
                    + " --port-base N) and name it in target.uri of one of them");
        }
    }
}
