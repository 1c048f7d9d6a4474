package muster.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.cli.host.Machine;
import muster.coordinator.control.ServerControl;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.verdict.SteadyRequirement;
import muster.coordinator.server.ScriptReader;
import muster.model.RunRow;
import muster.protocol.Submit;
import muster.text.Json;
import muster.workloads.DataFiles;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;

/** Turns a submitted plan into what the coordinator executes, every step checked. */
public final class PlanScriptReader implements ScriptReader {
    private final ServerControl servers;

    /** @param servers starts the servers that plans name */
    public PlanScriptReader(ServerControl servers) {
        this.servers = servers;
    }

    @Override
    public ServerControl servers() {
        return servers;
    }

    @Override
    public RunScript read(Submit submit, DataFiles data) {
        Plan plan = PlanReader.parse(submit.getPlan(), "plan", List.of());
        List<StepScript> steps = new ArrayList<>();
        for (Step step : PlanCheck.steps(plan, data)) {
            SteadyRequirement.refuseUnmet(step.plan());
            servers.check(step.plan());
            PlanCheck check = PlanCheck.check(step.plan(), data);
            String json = PlanJson.write(step.plan());
            steps.add(new StepScript(step.number(), Json.write(step.parameters()), step.plan(), json, check.phases()));
        }
        int trials = submit.getTrials() > 0 ? submit.getTrials() : plan.trials();
        Map<String, String> facts = new TreeMap<>(Machine.facts());
        RunScript script = new RunScript(plan, trials, List.copyOf(steps), submit.getOrderSeed(), facts);
        if (script.ordersSteps()) {
            facts.put(RunRow.ORDER_SEED, Long.toUnsignedString(submit.getOrderSeed()));
        }
        return script;
    }
}
