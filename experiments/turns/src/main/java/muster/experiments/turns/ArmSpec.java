package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.cli.run.PlanArguments;
import muster.workloads.plan.Plan;

/**
 * One arm, as it is passed to the process of a restart.
 *
 * @param name what turns are stored under
 * @param plan as it was typed, with its {@code sets}
 * @param place 0 for the arm that resets and loads the database, 1 and more for those that share its data and measure only;
 *     each in a phase with indexes of its own
 * @param leaseCost share of a client's time that its leases cost more than they do; 0 but to check the method
 */
public record ArmSpec(
        String name, Source source, int place, String plan, List<String> sets, boolean allowFiles, double leaseCost) {
    /** Never in what a user types. */
    private static final String SEPARATOR = "\u001f";

    /** Where the arm's clients get their leases from. */
    public enum Source {
        /** A coordinator in the same process. */
        STANDALONE,
        /** A coordinator process, over ZeroMQ. */
        CLUSTER,
        /** From nowhere: its clients are not Muster's. */
        OUTSIDE
    }

    public ArmSpec(String name, Source source, int place, String plan, List<String> sets, boolean allowFiles) {
        this(name, source, place, plan, sets, allowFiles, 0);
    }

    /** How many of these share a database. */
    static int sharing(List<ArmSpec> arms) {
        return 1 + arms.stream().mapToInt(ArmSpec::place).max().orElse(0);
    }

    /** The same in another {@link #place}. */
    public ArmSpec at(int other) {
        return new ArmSpec(name, source, other, plan, sets, allowFiles, leaseCost);
    }

    /** Throws {@link muster.workloads.plan.language.PlanException}. */
    public Plan read() {
        return arguments().plan();
    }

    PlanArguments arguments() {
        return PlanArguments.of(plan, sets, allowFiles);
    }

    /** Arms with the same one may share connections. */
    String planKey() {
        return String.join(SEPARATOR, plan, String.join(SEPARATOR, sets), "" + allowFiles);
    }

    String encode() {
        List<String> fields =
                new ArrayList<>(List.of(name, source.name(), "" + place, "" + allowFiles, "" + leaseCost, plan));
        fields.addAll(sets);
        return String.join(SEPARATOR, fields);
    }

    static ArmSpec decode(String text) {
        List<String> fields = Arrays.asList(text.split(SEPARATOR, -1));
        return new ArmSpec(
                fields.get(0),
                Source.valueOf(fields.get(1)),
                Integer.parseInt(fields.get(2)),
                fields.get(5),
                List.copyOf(fields.subList(6, fields.size())),
                Boolean.parseBoolean(fields.get(3)),
                Double.parseDouble(fields.get(4)));
    }
}
