package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.cli.run.PlanArguments;
import muster.workloads.DataFiles;
import muster.workloads.plan.Plan;

/**
 * One arm, as it is passed to the process of a restart.
 *
 * @param name what turns are stored under
 * @param place 0 for the arm that resets and loads the database, 1 and more for those that share its data and measure only;
 *     each in a phase with indexes of its own
 * @param plan as it was typed, with its {@code sets}
 */
public record ArmSpec(String name, Clients clients, int place, String plan, List<String> sets, boolean allowFiles) {
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

    /**
     * Who executes its operations.
     *
     * @param workers of a cluster, which share the clients of the plan
     * @param lease operations in one lease of a cluster; 0 for automatic
     * @param leaseCost share of a client's time that its leases cost more than they do; 0 but to check the method
     */
    public record Clients(Source source, int workers, int lease, double leaseCost) {
        public static final Clients STANDALONE = new Clients(Source.STANDALONE, 1, 0, 0);
        public static final Clients OUTSIDE = new Clients(Source.OUTSIDE, 1, 0, 0);

        public static Clients cluster(int workers, int lease) {
            return new Clients(Source.CLUSTER, workers, lease, 0);
        }

        /** The same with leases that cost more. */
        public Clients costing(double share) {
            return new Clients(source, workers, lease, share);
        }

        /** "auto" or a number. */
        public String leaseText() {
            return lease == 0 ? "auto" : String.valueOf(lease);
        }

        private List<String> encode() {
            return List.of(source.name(), "" + workers, "" + lease, "" + leaseCost);
        }

        private static Clients decode(List<String> fields) {
            return new Clients(
                    Source.valueOf(fields.get(0)),
                    Integer.parseInt(fields.get(1)),
                    Integer.parseInt(fields.get(2)),
                    Double.parseDouble(fields.get(3)));
        }
    }

    /** Whether the same compiled code executes all of them, so that a new process would tell nothing of their difference. */
    static boolean alike(List<ArmSpec> arms) {
        return arms.stream()
                        .map(arm -> List.of(
                                arm.clients(),
                                arm.read().target().kind(),
                                arm.read().workload().kind()))
                        .distinct()
                        .count()
                == 1;
    }

    /** How many of these share a database. */
    static int sharing(List<ArmSpec> arms) {
        return 1 + arms.stream().mapToInt(ArmSpec::place).max().orElse(0);
    }

    /** The same in another {@link #place}. */
    public ArmSpec at(int other) {
        return new ArmSpec(name, clients, other, plan, sets, allowFiles);
    }

    /** Throws {@link muster.workloads.plan.language.PlanException}. */
    public Plan read() {
        return arguments().plan();
    }

    /** Where the files are that its plan names. */
    public DataFiles files() {
        return arguments().files();
    }

    PlanArguments arguments() {
        return PlanArguments.of(plan, sets, allowFiles);
    }

    /** Arms with the same one may share connections. */
    String planKey() {
        return String.join(SEPARATOR, plan, String.join(SEPARATOR, sets), "" + allowFiles);
    }

    String encode() {
        List<String> fields = new ArrayList<>(clients.encode());
        fields.addAll(List.of(name, "" + place, "" + allowFiles, plan));
        fields.addAll(sets);
        return String.join(SEPARATOR, fields);
    }

    static ArmSpec decode(String text) {
        List<String> fields = Arrays.asList(text.split(SEPARATOR, -1));
        return new ArmSpec(
                fields.get(4),
                Clients.decode(fields),
                Integer.parseInt(fields.get(5)),
                fields.get(7),
                List.copyOf(fields.subList(8, fields.size())),
                Boolean.parseBoolean(fields.get(6)));
    }
}
