package muster.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import muster.cli.terminal.Failure;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which plan, with which changes: mixed into every command that takes a plan. */
public final class PlanArguments {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PLAN",
            description = "A plan file, or the name of a ready plan.")
    private @Nullable String name;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    @Option(names = "--uri", paramLabel = "URI", description = "As --set target.uri=URI.")
    private @Nullable String uri;

    @Option(
            names = {"-c", "--clients"},
            paramLabel = "N",
            description = "Clients of each warm-up and measure phase; of open loops the operations in flight.")
    private @Nullable Integer clients;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "30s",
            description = "Duration of each measure phase.")
    private @Nullable String duration;

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "1000/s",
            description = "Arrivals in each warm-up and measure phase, which are open loops then.")
    private @Nullable String rate;

    @Option(
            names = "--trace",
            paramLabel = "off|stages|samples",
            description = "What is recorded within operations; default the plan's, or stages.")
    private @Nullable String trace;

    @Option(
            names = "--samples",
            paramLabel = "1/N",
            description = "Also record one operation of N singly; the same ones in a cluster and standalone.")
    private @Nullable String samples;

    @Option(
            names = "--answers",
            paramLabel = "FILE",
            description = "Reference that answers are compared with, or none; default PLAN.answers beside the plan, if"
                    + " there is one.")
    private @Nullable String answers;

    @Option(
            names = "--allow-files",
            description = "Allow the plan to read files outside its folder, as data or as $${file:PATH}.")
    private boolean allowFiles;

    /** As if they were typed. */
    public static PlanArguments of(String name, List<String> sets, boolean allowFiles) {
        PlanArguments arguments = new PlanArguments();
        arguments.name = name;
        arguments.sets = sets;
        arguments.allowFiles = allowFiles;
        return arguments;
    }

    boolean given() {
        return name != null || !sets.isEmpty() || shortened();
    }

    /** Throws {@link PlanException}. */
    public Plan plan() {
        String named = requiredName();
        Plan plan = PlanReader.find(named, sets);
        List<String> changes = shortened() ? changes(plan) : new ArrayList<>(sets);
        changes.addAll(reference().changes(plan, named));
        Plan meant = changes.size() > sets.size() ? PlanReader.find(named, changes) : plan;
        rule().check(meant);
        return meant;
    }

    private String requiredName() {
        if (name == null) {
            throw Failure.badInput("which plan? Name a file or a ready plan (./muster plans)");
        }
        return name;
    }

    private ReferenceFile reference() {
        return new ReferenceFile(answers, files());
    }

    /** The file that a recording of answers writes. */
    public Path answersFile() {
        return reference().written(requiredName());
    }

    /** The same plan, whose answers are not compared. */
    public PlanArguments uncompared() {
        PlanArguments same = with(List.of());
        same.answers = "none";
        return same;
    }

    /** As it was typed. */
    public String planName() {
        return requiredName();
    }

    /** The same with further changes, as --set makes them. */
    public PlanArguments with(List<String> more) {
        return with(requiredName(), more);
    }

    /** The same of another plan, with further changes. */
    public PlanArguments with(String plan, List<String> more) {
        PlanArguments same = PlanArguments.of(plan, sets, allowFiles);
        same.sets = Stream.concat(sets.stream(), more.stream()).toList();
        same.uri = uri;
        same.clients = clients;
        same.duration = duration;
        same.rate = rate;
        same.trace = trace;
        same.samples = samples;
        same.answers = answers;
        return same;
    }

    private boolean shortened() {
        return Stream.of(uri, clients, duration, rate, trace, samples).anyMatch(Objects::nonNull);
    }

    /** What the short options say, as --set does. */
    private List<String> changes(Plan plan) {
        List<String> changes = new ArrayList<>(sets);
        if (uri != null) {
            changes.add("target.uri=" + uri);
        }
        if (samples != null) {
            changes.add("samples=" + samples);
        }
        if (trace != null || samples != null) {
            changes.add("trace=" + (trace == null ? "samples" : trace));
        }
        for (PhaseSpec phase : plan.phases()) {
            if (phase.kind() == PhaseKind.WARMUP || phase.kind() == PhaseKind.MEASURE) {
                load(phase, changes);
            }
            if (phase.kind() == PhaseKind.MEASURE && duration != null) {
                changes.add(phase.name() + ".duration=" + duration);
                changes.add(phase.name() + ".operations=");
            }
        }
        return changes;
    }

    private void load(PhaseSpec phase, List<String> changes) {
        boolean open = rate != null || phase.rate() != null;
        if (rate != null) {
            changes.add(phase.name() + ".rate=" + (rate.matches("[0-9.]+") ? rate + "/s" : rate));
            changes.add(phase.name() + ".clients=");
        }
        if (clients != null) {
            changes.add(phase.name() + (open ? ".maxInFlight=" : ".clients=") + clients);
        }
    }

    /** Where the data files of the plan are. */
    public LocalFiles files() {
        Path parent = name == null ? null : Path.of(name).toAbsolutePath().getParent();
        boolean file = name != null && Files.isRegularFile(Path.of(name));
        return file && parent != null ? new LocalFiles(parent) : LocalFiles.inWorkingDirectory();
    }

    /** The files of data and answers that the plan names, and where each is here. Throws {@link PlanException}. */
    public Map<String, Path> named(Plan plan) {
        Map<String, Path> named = new LinkedHashMap<>();
        LocalFiles files = files();
        Stream.of(
                        plan.workloads().stream()
                                .flatMap(of -> Providers.workload(of.kind()).dataFiles(of.settings()).stream()),
                        plan.data().files().stream(),
                        plan.replay().files().stream(),
                        Stream.of(plan.answers().reference()).filter(reference -> !reference.isEmpty()))
                .flatMap(names -> names)
                .forEach(name -> named.put(name, files.path(name)));
        return named;
    }

    /** Which files the plan may name. */
    FileRule rule() {
        if (allowFiles) {
            return FileRule.anywhere();
        }
        return name == null ? FileRule.within(Path.of("")) : FileRule.of(name);
    }
}
