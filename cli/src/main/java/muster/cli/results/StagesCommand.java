package muster.cli.results;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.report.stage.PhaseStages;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows where the time of operations goes. */
@Command(
        name = "stages",
        description = "Show how long each stage of an operation takes.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster stages results/page.db",
            "  ./muster stages results/page.db --histogram",
            "  ./muster stages results/page.db:http1 results/page.db:http2 --json",
            "A row a stage: quartiles, percentiles and share of service time, of outcome ok. Steps of a sweep, and several runs, stand",
            "side by side first. Stages of each target: docs/targets.md; in SQL: stage_summary, stage_histogram."
        })
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class StagesCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE[:RUN]",
            arity = "1..*",
            description = "Store files, each with a run by number or name; default the latest run.")
    private List<String> references;

    @Option(names = "--step", paramLabel = "N", description = "This step of a sweep only.")
    private @Nullable Integer step;

    @Option(names = "--histogram", description = "Also a histogram of each stage by powers of two.")
    private boolean histogram;

    @Mixin
    private final Output output = new Output();

    @Override
    public Integer call() {
        List<List<PhaseStages>> runs = new ArrayList<>();
        references.forEach(reference -> runs.add(read(reference)));
        if (output.json()) {
            output.printJson(StagesJson.of(runs));
        } else {
            StagesText.of(runs, histogram).forEach(output::line);
        }
        return ExitCode.OK.code();
    }

    private List<PhaseStages> read(String reference) {
        RunReference run = RunReference.parse(reference);
        try (Query query = Query.open(run.file())) {
            long id = run.find(query);
            List<PhaseStages> phases = query.atOneMoment(() -> PhaseStages.read(query::table, id)).stream()
                    .filter(phase -> step == null || phase.at().step() == step)
                    .toList();
            if (phases.stream().allMatch(phase -> phase.figures().isEmpty())) {
                throw Failure.badInput(run.file() + ": run " + id + " has no measured phase that ended"
                        + (step == null ? "" : " in step " + step) + "; ./muster runs " + run.file()
                        + " lists all runs");
            }
            return phases;
        }
    }
}
