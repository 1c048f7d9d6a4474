package muster.workloads;

import java.nio.file.Path;

/** Where the data files that a plan names are on this machine. */
@FunctionalInterface
public interface DataFiles {
    /** The local copy; throws {@link muster.workloads.plan.language.PlanException} if there is none. */
    Path path(String name);
}
