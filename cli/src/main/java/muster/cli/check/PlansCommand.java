package muster.cli.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.plan.ReadyPlans;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the ready plans with the question that each answers, or prints one. */
@Command(
        name = "plans",
        description = "List the ready plans, or print one of them.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster plans",
            "  ./muster plans graphity-write > mine.yaml     a start for your own plan",
            "  ./muster run graphity-write --set measure.duration=10s"
        })
public final class PlansCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Print this plan.")
    private @Nullable String name;

    @Override
    public Integer call() {
        if (name != null) {
            print(name);
        } else if (output.json()) {
            output.printJson(questions());
        } else {
            ReadyPlans.names().forEach(this::line);
        }
        return ExitCode.OK.code();
    }

    private void print(String plan) {
        if (output.json()) {
            output.printJson(Map.of("name", plan, "text", ReadyPlans.text(plan)));
        } else {
            output.out().print(ReadyPlans.text(plan));
            output.out().flush();
        }
    }

    private void line(String plan) {
        int width = ReadyPlans.names().stream().mapToInt(String::length).max().orElse(0);
        output.line(plan + " ".repeat(width + 2 - plan.length()) + ReadyPlans.question(plan));
    }

    private static List<Map<String, String>> questions() {
        List<Map<String, String>> plans = new ArrayList<>();
        for (String plan : ReadyPlans.names()) {
            Map<String, String> entry = new LinkedHashMap<>();
            entry.put("name", plan);
            entry.put("question", ReadyPlans.question(plan));
            plans.add(entry);
        }
        return plans;
    }
}
