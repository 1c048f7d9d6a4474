package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What of the host of a worker plans may name: files and secrets. Decided by the owner of the worker, never by a client.
 */
public record PlanAccess(FileRule files, SecretRule secrets) {
    /** For plans that are not the owner's own, or that name no secrets. */
    public static PlanAccess withoutSecrets(FileRule files) {
        return new PlanAccess(files, SecretRule.NONE);
    }

    /** For plans of this very process, which has all that they could take. */
    public static PlanAccess unlimited() {
        return new PlanAccess(FileRule.anywhere(), SecretRule.ANY);
    }

    /** For a plan of the owner. */
    public static PlanAccess ofOwn(Plan plan, FileRule files) {
        return new PlanAccess(files, SecretRule.of(plan));
    }

    /** Throws {@link muster.workloads.plan.language.PlanException} if the plan, or a step of it, names anything else. */
    public void check(Plan plan) {
        files.check(plan);
        secrets.check(plan);
    }

    /** The same as options of a worker on the command line. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(files.arguments());
        secrets.allowed().forEach(one -> arguments.addAll(List.of("--allow-secret", one.toString())));
        return arguments;
    }
}
