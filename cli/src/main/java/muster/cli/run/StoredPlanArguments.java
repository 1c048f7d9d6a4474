package muster.cli.run;

import java.nio.file.Path;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A plan that is run, the store that its results go to, and the databases that it may change. */
public final class StoredPlanArguments {
    @Mixin
    private PlanArguments plan = new PlanArguments();

    @Option(names = "--store", paramLabel = "FILE", description = "Store file; default results/PLAN.db. Appended to.")
    private @Nullable Path store;

    @Mixin
    private DatabasePermissions permissions = new DatabasePermissions();

    private @Nullable Plan read;

    static StoredPlanArguments of(PlanArguments plan) {
        StoredPlanArguments arguments = new StoredPlanArguments();
        arguments.plan = plan;
        return arguments;
    }

    /** Read once. Throws {@link muster.workloads.plan.language.PlanException}. */
    public Plan plan() {
        if (read == null) {
            read = plan.plan();
        }
        return read;
    }

    /** Where results go, whether or not it exists. */
    public Path store() {
        return store(plan().name());
    }

    /** The same for results of several plans, which are called as the experiment is. */
    public Path store(String standard) {
        return store == null ? Path.of("results", standard + ".db") : store;
    }

    public DatabasePermissions permissions() {
        return permissions;
    }

    /** Which plan, with which changes. */
    public PlanArguments arguments() {
        return plan;
    }

    boolean given() {
        return plan.given();
    }

    boolean storeGiven() {
        return store != null;
    }

    FileRule rule() {
        return plan.rule();
    }
}
