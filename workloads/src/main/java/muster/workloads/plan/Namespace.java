package muster.workloads.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanException;

/**
 * Data of its own on the server of a plan, for streams whose workload differs from the plan's: a range of ids, which key "namespace"
 * of the workload says. Each is loaded, and compared with its own oracle.
 *
 * @param name of the first stream that uses it
 * @param workload how its data are made, and how targets read them
 * @param ofPlan whether it is that of section "workload"
 */
public record Namespace(int number, String name, Section workload, boolean ofPlan) {
    static final String KEY = "namespace";

    /** The only kind whose graph has a range of ids that can be chosen. */
    static final String KIND = "graphity";

    /** That of a workload of kind {@link #KIND}. */
    static int number(Section workload) {
        return (int) workload.settings().integer(KEY);
    }

    /** Whether a stream has data that the plan loads for it. */
    static boolean isOf(Plan plan, PhaseSpec.Stream stream) {
        Section own = stream.workload();
        return own != null && own.kind().equals(KIND) && plan.workload().kind().equals(KIND);
    }

    /** Those of a plan in the order in which they are loaded; none where all of its streams use the plan's data. */
    public static List<Namespace> of(Plan plan) {
        List<PhaseSpec> executing = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.WARMUP || phase.kind() == PhaseKind.MEASURE)
                .toList();
        Map<Integer, Namespace> others = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        streams(executing).forEach(stream -> {
            Section own = stream.workload();
            if (own != null && isOf(plan, stream)) {
                int number = number(own);
                others.computeIfAbsent(
                        number, absent -> new Namespace(number, free(stream.name(), number, names), own, false));
            }
        });
        if (others.isEmpty()) {
            return List.of();
        }
        List<Namespace> all = new ArrayList<>();
        if (executing.stream().anyMatch(Namespace::usesPlansOwn)) {
            all.add(new Namespace(number(plan.workload()), ofPlan(plan, executing), plan.workload(), true));
        }
        all.addAll(others.values());
        return List.copyOf(all);
    }

    private static Stream<PhaseSpec.Stream> streams(List<PhaseSpec> phases) {
        return phases.stream().flatMap(phase -> phase.streams().stream());
    }

    private static String free(String name, int number, Set<String> taken) {
        return taken.add(name) ? name : name + "-" + number;
    }

    private static boolean usesPlansOwn(PhaseSpec phase) {
        return !phase.concurrent() || phase.streams().stream().anyMatch(stream -> stream.workload() == null);
    }

    /** The name of a stream that stands next to one with other data. Throws {@link PlanException} if there is none. */
    private static String ofPlan(Plan plan, List<PhaseSpec> executing) {
        return executing.stream()
                .filter(phase -> phase.streams().stream().anyMatch(stream -> isOf(plan, stream)))
                .flatMap(phase -> phase.streams().stream())
                .filter(stream -> stream.workload() == null)
                .map(PhaseSpec.Stream::name)
                .findFirst()
                .orElseThrow(() -> new PlanException("phases: " + usingPlansOwn(executing)
                        + ": it would use other data than all arms, those of section workload; give it the same compare"
                        + " or streams"));
    }

    private static String usingPlansOwn(List<PhaseSpec> executing) {
        return executing.stream()
                .filter(Namespace::usesPlansOwn)
                .map(PhaseSpec::name)
                .findFirst()
                .orElse("");
    }

    /** " of stou", as it stands behind what is of one namespace. */
    public String suffix() {
        return " of " + name;
    }
}
