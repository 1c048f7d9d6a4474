package muster.endtoend.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import muster.workloads.plan.language.PlanException;

/** Plans: YAML, JSON, thresholds, sweeps and settings, up to where a target would be connected. */
public final class PlanFuzz {
    private PlanFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        try {
            Plan plan = PlanReader.parse(new String(data, StandardCharsets.UTF_8), "fuzz.yaml", List.of());
            for (Step step : Steps.of(plan)) {
                PlanJson.read(PlanJson.write(step.plan()));
                if (step.plan().workload().kind().equals("noop")) {
                    PlanCheck.check(step.plan(), PlanFuzz::noFile);
                }
            }
        } catch (PlanException expected) {
            // That is what it is for.
        }
    }

    private static java.nio.file.Path noFile(String name) {
        throw new PlanException(name + ": no files here");
    }
}
