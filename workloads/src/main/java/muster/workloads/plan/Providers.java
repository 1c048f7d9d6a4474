package muster.workloads.plan;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import muster.workloads.WorkloadProvider;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.TargetProvider;

/** The kinds of workloads and targets on the class path. */
public final class Providers {
    private static final Map<String, WorkloadProvider> WORKLOADS = load(WorkloadProvider.class, WorkloadProvider::kind);
    private static final Map<String, TargetProvider> TARGETS = load(TargetProvider.class, TargetProvider::kind);

    private Providers() {}

    /** Throws {@link PlanException} naming the kinds that there are. */
    public static WorkloadProvider workload(String kind) {
        WorkloadProvider provider = WORKLOADS.get(kind);
        if (provider == null) {
            throw new PlanException("no workload of kind " + kind + "; there are " + String.join(", ", workloads()));
        }
        return provider;
    }

    /** Throws {@link PlanException} naming the kinds that there are. */
    public static TargetProvider target(String kind) {
        TargetProvider provider = TARGETS.get(kind);
        if (provider == null) {
            throw new PlanException("no target of kind " + kind + "; there are " + String.join(", ", targets()));
        }
        return provider;
    }

    /** The kinds, sorted. */
    public static List<String> workloads() {
        return List.copyOf(WORKLOADS.keySet());
    }

    /** The kinds, sorted. */
    public static List<String> targets() {
        return List.copyOf(TARGETS.keySet());
    }

    private static <T> Map<String, T> load(Class<T> type, Function<T, String> kind) {
        Map<String, T> byKind = new TreeMap<>();
        ServiceLoader.load(type, Providers.class.getClassLoader())
                .forEach(provider -> byKind.put(kind.apply(provider), provider));
        return byKind;
    }
}
