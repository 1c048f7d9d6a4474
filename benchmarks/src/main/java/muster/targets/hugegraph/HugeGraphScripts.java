package muster.targets.hugegraph;

import java.util.Set;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.NullMarked;

/**
 * The scripts of Graphity as the target sends them, and which answers it takes for a reason to try again, for the bare
 * loop: a copy of them would drift. They are no part of the target's interface, so this class stands in its package.
 */
@NullMarked
public final class HugeGraphScripts {
    private final Scripts scripts;

    /** Of the algorithm that section "workload" of a plan names. */
    public HugeGraphScripts(Settings workload) {
        this.scripts = Scripts.of(workload, true);
    }

    /** Of one action of this kind; parameter actions: a list of [kind, argument, ...]. */
    public String script(OperationKind kind) {
        return scripts.text(Set.of(kind));
    }

    /** Whether the server had no thread to spare and did nothing; for an operation that is one request. */
    public static boolean isTransient(Exception failure) {
        return Failures.isTooBusy(failure);
    }
}
