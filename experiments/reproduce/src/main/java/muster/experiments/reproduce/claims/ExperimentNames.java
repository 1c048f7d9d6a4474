package muster.experiments.reproduce.claims;

import java.util.List;
import java.util.Set;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.TreeSettings;

/** Reads key "experiments", by which claims and figures name experiments of their file. */
final class ExperimentNames {
    private static final String KEY = "experiments";

    private ExperimentNames() {}

    /**
     * At least one. Throws {@link PlanException}.
     *
     * @param otherwise what may stand there instead; may be empty
     */
    static List<String> read(TreeSettings settings, Set<String> experiments, String otherwise) {
        List<String> named = Needs.texts(settings, KEY);
        if (named.isEmpty()) {
            throw settings.wrong(KEY, "a list of experiments of this file" + otherwise);
        }
        for (String name : named) {
            if (!experiments.contains(name)) {
                throw settings.refused(
                        KEY, "no experiment " + name + "; " + ClosestName.hint(name, experiments, "there are"));
            }
        }
        return named;
    }
}
