package muster.cli.arms;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import muster.cli.terminal.Failure;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/** Which arms a command compares: plans side by side, or one plan with several values of a key. */
public final class PlanArms {
    private static final int MAX = 4;

    private final String command;
    private final Function<PlanArm, Plan> read;

    /**
     * Arms of one command.
     *
     * @param command its name, for messages
     * @param read the plan of an arm, with what is set for all of them
     */
    public PlanArms(String command, Function<PlanArm, Plan> read) {
        this.command = command;
        this.read = read;
    }

    /**
     * Two to four arms. Throws {@link Failure} for other numbers, and for values that are the same.
     *
     * @param plans as they were typed
     * @param vary "KEY=VALUE,VALUE", with one plan; null with several
     */
    public List<PlanArm> of(List<String> plans, @Nullable String vary) {
        List<PlanArm> arms = vary == null ? plans(plans) : values(plans, vary);
        if (arms.size() < 2 || arms.size() > MAX) {
            throw Failure.badInput(command + " compares 2 to " + MAX + " arms, here "
                    + (arms.size() == 1 ? "is 1" : "are " + arms.size())
                    + ": name as many plans, or one plan with --vary KEY=VALUE,VALUE");
        }
        return arms;
    }

    /** By the names of their plans, or by letters where these are not distinct. */
    private List<PlanArm> plans(List<String> plans) {
        List<String> names = plans.stream()
                .map(plan -> read.apply(new PlanArm(plan, plan, List.of())).name())
                .toList();
        boolean distinct = names.stream().distinct().count() == names.size();
        return IntStream.range(0, plans.size())
                .mapToObj(arm -> new PlanArm(
                        distinct ? names.get(arm) : (char) ('A' + arm) + ": " + names.get(arm),
                        plans.get(arm),
                        List.of()))
                .toList();
    }

    private List<PlanArm> values(List<String> plans, String vary) {
        int equals = vary.indexOf('=');
        if (plans.size() != 1 || equals < 1) {
            throw Failure.badInput(
                    "--vary " + vary + ": one plan, and KEY=VALUE,VALUE, such as target.noDelay=true,false");
        }
        String key = vary.substring(0, equals);
        String shortKey = key.substring(key.lastIndexOf('.') + 1);
        List<PlanArm> arms = Arrays.stream(vary.substring(equals + 1).split(",", -1))
                .map(String::strip)
                .map(value -> new PlanArm(shortKey + "=" + value, plans.getFirst(), List.of(key + "=" + value)))
                .toList();
        refuseEqual(arms, vary, plans.getFirst());
        return arms;
    }

    /** However they are written: 3ms is 0.003s. */
    private void refuseEqual(List<PlanArm> arms, String vary, String plan) {
        Map<Map<String, Object>, PlanArm> known = new HashMap<>();
        for (PlanArm arm : arms) {
            Map<String, Object> values = new TreeMap<>(PlanDifferences.values(read.apply(arm)));
            values.replaceAll((key, value) -> duration(value.toString()));
            PlanArm same = known.putIfAbsent(values, arm);
            if (same != null) {
                throw Failure.badInput("--vary " + vary + ": " + same.name() + " and " + arm.name()
                        + " are the same plan; name different values, or compare the plan with itself: ./muster "
                        + String.join(" ", command, plan, plan));
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
}
