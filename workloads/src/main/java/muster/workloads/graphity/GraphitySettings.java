package muster.workloads.graphity;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;
import muster.workloads.operation.PostMessage;
import muster.workloads.plan.language.Settings;
import muster.workloads.random.DegreeTable;
import muster.workloads.random.Zipf;

/**
 * Section "workload" of a plan for Graphity, apart from its data.
 *
 * @param users of a synthetic network
 * @param algorithm "stou", "graphity" or "st"
 * @param k posts in a feed
 * @param mix parts of 10,000, by {@link Action}
 * @param postsPerUser that the load creates for each user
 * @param messageLength characters
 * @param exponentMilli a thousand times followeeExponent, 0 to 2,000
 * @param degrees of the users: how many each follows
 * @param loadBatch users in a transaction of the load
 * @param horizon how many indexes back something counts as done: more than the operations in flight
 */
record GraphitySettings(
        int users,
        String algorithm,
        int k,
        int[] mix,
        int actionsPerTransaction,
        int postsPerUser,
        int messageLength,
        int exponentMilli,
        DegreeTable degrees,
        int loadBatch,
        long horizon) {

    /** The write mix of the original cluster client. */
    private static final Map<String, Double> WRITE_MIX =
            Map.of("follow", 51.5, "unfollow", 8.0, "post", 40.0, "addUser", 0.5);

    private static final int PARTS_OF_A_PERCENT = 100;
    private static final int ALL_PARTS = 10_000;

    static GraphitySettings read(Settings settings) {
        settings.choice("depth");
        int exponentMilli = Zipf.milli(settings.number("followeeExponent"));
        return new GraphitySettings(
                (int) settings.integer("users"),
                settings.choice("algorithm"),
                (int) settings.integer("k"),
                mix(settings),
                (int) settings.integer("actionsPerTransaction"),
                (int) settings.integer("postsPerUser"),
                PostMessage.length(settings),
                exponentMilli,
                degrees(settings, exponentMilli),
                (int) settings.integer("loadBatch"),
                settings.integer("horizon"));
    }

    private static DegreeTable degrees(Settings settings, int exponentMilli) {
        String profile = settings.choice("profile");
        int factor = (int) settings.integer("degreeFactor");
        // A steeper choice hardly ever meets one of so many users that is not followed yet.
        if (factor > 1 && exponentMilli > 1_000) {
            throw settings.wrong("degreeFactor", "1 where followeeExponent is above 1");
        }
        return DegreeTable.of(profile).times(factor);
    }

    /** The part of an action in the mix, 0 to 1. */
    double share(Action action) {
        return (double) mix[action.code()] / ALL_PARTS;
    }

    GraphitySettings withUsers(int count) {
        return new GraphitySettings(
                count,
                algorithm,
                k,
                mix,
                actionsPerTransaction,
                postsPerUser,
                messageLength,
                exponentMilli,
                degrees,
                loadBatch,
                horizon);
    }

    /** With these parts of all actions, whatever their sum; the largest remainders are rounded up. */
    GraphitySettings withMix(Map<String, Double> weights) {
        double[] ofEach = Action.ALL.stream()
                .mapToDouble(action -> weights.getOrDefault(action.label(), 0.0))
                .toArray();
        // Added one by one in the order of the actions: sum() compensates, so that another language might round another
        // way.
        double sum = Arrays.stream(ofEach).reduce(0, Double::sum);
        double[] exact =
                Arrays.stream(ofEach).map(weight -> weight / sum * ALL_PARTS).toArray();
        int[] parts = Arrays.stream(exact).mapToInt(part -> (int) part).toArray();
        int left = ALL_PARTS - Arrays.stream(parts).sum();
        IntStream.range(0, parts.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> parts[i] - exact[i]))
                .limit(left)
                .forEach(i -> parts[i]++);
        return new GraphitySettings(
                users,
                algorithm,
                k,
                parts,
                actionsPerTransaction,
                postsPerUser,
                messageLength,
                exponentMilli,
                degrees,
                loadBatch,
                horizon);
    }

    private static int[] mix(Settings settings) {
        Map<String, Double> percent = settings.has("mix") ? settings.numbers("mix") : WRITE_MIX;
        if (!Action.labels().containsAll(percent.keySet())) {
            throw settings.wrong("mix", "the names " + String.join(", ", Action.labels()));
        }
        int[] parts = Action.ALL.stream()
                .mapToInt(action -> parts(percent.getOrDefault(action.label(), 0.0), settings))
                .toArray();
        if (Arrays.stream(parts).sum() != ALL_PARTS) {
            throw settings.wrong("mix", "percentages with a sum of 100");
        }
        return parts;
    }

    private static int parts(double percent, Settings settings) {
        int parts = (int) Math.round(percent * PARTS_OF_A_PERCENT);
        if (parts < 0 || Math.abs(percent * PARTS_OF_A_PERCENT - parts) > 1e-6) {
            throw settings.wrong("mix", "percentages from 0 to 100 with at most two decimals");
        }
        return parts;
    }
}
