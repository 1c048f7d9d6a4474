package muster.cli.terminal;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.Finished;
import muster.protocol.RunResult;
import muster.store.table.TableText.Format;
import muster.text.Json;
import muster.text.JsonReader;
import muster.text.Printable;
import muster.web.WebPage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command prints, and whether for programs: mixed into every command that prints results. */
public final class Output {
    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    public boolean json() {
        return json;
    }

    public Format format() {
        return json ? Format.JSON : Format.ALIGNED;
    }

    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints maps, lists, records of text and numbers as {@link Json} does. */
    public void printJson(Object value) {
        out().println(Json.write(value));
    }

    public void line(String line) {
        out().println(Printable.lines(line));
        out().flush();
    }

    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** A line that is no result, for whoever watches. */
    public void note(String line) {
        err().println(Printable.lines(line));
        err().flush();
    }

    /** Takes what happens in a cluster, line by line; printed with {@code --verbose} only. */
    public Consumer<String> log() {
        return verbose() ? this::note : line -> {};
    }

    private boolean verbose() {
        OptionSpec verbose = spec.optionsMap().get("--verbose");
        return verbose != null && Boolean.TRUE.equals(verbose.getValue());
    }

    /** Where a page is, if there is one. */
    public void tell(@Nullable WebPage page) {
        if (page != null) {
            note("page at " + page.url() + ", for monitoring " + page.url() + "metrics");
        }
    }

    /**
     * What a run ended with. One that failed before it measured anything has nothing to show but why, in one line.
     *
     * @param report where its report is; "" for none
     */
    public void summary(Finished finished, String report) {
        if (json) {
            printJson(json(finished));
        } else if (RunResultText.isOnlyMessage(finished)) {
            note("muster: " + Printable.line(RunResultText.of(finished)));
        } else {
            end(RunResultText.ending(finished).withReport(report));
        }
        out().flush();
    }

    /** The last that a command prints; with all notes if {@code --verbose} is given. */
    public void end(Ending ending) {
        Ending shown = verbose() ? ending.printable() : ending.printable().brief();
        Terminal.Size size = Terminal.output() ? Terminal.size() : Terminal.NONE;
        boolean colours = Colour.of(spec).isUsed();
        shown.lines(size.columns(), size.rows())
                .forEach(line -> out().println(colours ? VerdictColours.paint(line) : line));
        out().flush();
    }

    private static Map<String, @Nullable Object> json(Finished finished) {
        RunResult result = finished.getResult();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("run", finished.getRunId());
        map.put("state", finished.getState());
        map.put("exit_code", finished.getExitCode());
        map.put("validity", result.getValidity());
        map.put("thresholds", result.getThresholds());
        map.put("answers", result.getAnswers());
        map.put("answers_compared", result.getAnswersCompared());
        map.put("answers_asked", result.getAnswersAsked());
        map.put("outcomes", OutcomeJson.of(OutcomeMessages.of(result.getCounts())));
        map.put("operations", OutcomeJson.of(result.getOperationResultsList()));
        map.put("crashes", CrashText.json(result.getCrashesList()));
        map.put("sweeps", SweepJson.of(result.getSweepsList()));
        result.getSectionsList()
                .forEach(section -> map.putIfAbsent(section.getName(), JsonReader.read(section.getJson())));
        map.put("reason", RunResultText.reason(finished));
        map.put("summary", RunResultText.of(finished));
        return map;
    }
}
