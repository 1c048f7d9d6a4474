package muster.experiments.turns;

import java.util.List;
import muster.workloads.plan.PhaseKind;

/**
 * The restarts that use what the first of them loads. The others measure at once; the first only warms up where there are others. Arms that share
 * compiled code have all of them in one process, others a process each (docs/decisions/0120-restarts-in-one-process.md).
 */
final class LoadedRestarts {
    private final int most;
    private final boolean oneProcess;
    private int begun;

    private LoadedRestarts(int most, boolean oneProcess) {
        this.most = most;
        this.oneProcess = oneProcess;
    }

    /** None yet. Where a process each is needed and nothing is loaded, there is nothing to share. */
    static LoadedRestarts of(List<ArmSpec> arms) {
        boolean alike = ArmSpec.alike(arms);
        boolean shares = alike || arms.stream().anyMatch(LoadedRestarts::loads);
        int sharing = ArmSpec.sharing(arms);
        int most = arms.stream()
                .mapToInt(arm -> ArmPlan.restarts(arm.read(), sharing))
                .min()
                .orElse(1);
        return new LoadedRestarts(shares ? most : 1, alike);
    }

    private static boolean loads(ArmSpec arm) {
        return arm.read().phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD);
    }

    /** The same with nothing loaded. */
    LoadedRestarts anew() {
        return new LoadedRestarts(most, oneProcess);
    }

    int most() {
        return most;
    }

    /** Number of the next one, from 0. */
    int next() {
        return begun;
    }

    void begin() {
        begun++;
    }

    /** Whether the next one loads. */
    boolean loads() {
        return begun == 0;
    }

    /** Whether the next one only warms up what later ones measure. */
    boolean warmsUp() {
        return loads() && most > 1;
    }

    /** Whether the next one needs a new process. */
    boolean startsProcess() {
        return loads() || !oneProcess;
    }

    /** Whether there is no further one. */
    boolean spent() {
        return begun >= most;
    }
}
