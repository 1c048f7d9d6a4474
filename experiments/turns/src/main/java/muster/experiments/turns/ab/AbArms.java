package muster.experiments.turns.ab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.cli.arms.PlanArm;
import muster.cli.arms.PlanArms;
import muster.cli.terminal.Failure;
import muster.experiments.turns.ArmSpec;
import org.jspecify.annotations.Nullable;

/** Which arms there are: plans side by side, or one plan with several values of a key. */
public final class AbArms {
    private AbArms() {}

    /**
     * The arms, with their place in the database that they share. Throws {@link Failure} where they cannot be compared.
     *
     * @param plans as they were typed
     * @param vary "KEY=VALUE,VALUE", with one plan; null with several
     */
    static List<ArmSpec> of(List<String> plans, @Nullable String vary, List<String> sets, boolean allowFiles) {
        PlanArms arms = new PlanArms("ab", arm -> spec(arm, sets, allowFiles).read());
        return placed(arms.of(plans, vary).stream()
                .map(arm -> spec(arm, sets, allowFiles))
                .toList());
    }

    private static ArmSpec spec(PlanArm arm, List<String> sets, boolean allowFiles) {
        List<String> all = Stream.concat(sets.stream(), arm.sets().stream()).toList();
        return new ArmSpec(arm.name(), ArmSpec.Clients.STANDALONE, 0, arm.plan(), all, allowFiles);
    }

    /** One plan, by clients that are not Muster's and by a cluster of one worker, which loads the database. */
    static List<ArmSpec> outside(List<String> plans, List<String> sets, boolean allowFiles) {
        String plan = plans.getFirst();
        return List.of(
                new ArmSpec("bare", ArmSpec.Clients.OUTSIDE, 1, plan, sets, allowFiles),
                new ArmSpec("muster", ArmSpec.Clients.cluster(1, 0), 0, plan, sets, allowFiles));
    }

    /** The first arm of each database loads it; the others, which must load the same, use what it loaded. */
    public static List<ArmSpec> placed(List<ArmSpec> arms) {
        Map<String, List<ArmSpec>> sharing = new HashMap<>();
        List<ArmSpec> placed = new ArrayList<>();
        for (ArmSpec arm : arms) {
            PlanData data = PlanData.of(arm);
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
        if (!PlanData.of(first).sameLoad(data)) {
            throw Failure.badInput(first.name() + " and " + other.name()
                    + " load different data into one database: start a second server (./muster server start NAME"
                    + " --port-base N) and name it in target.uri of one of them");
        }
    }
}
