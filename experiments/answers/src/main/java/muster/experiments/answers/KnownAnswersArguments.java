package muster.experiments.answers;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Failure;
import muster.workloads.answers.AnswerReference;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.language.ClosestName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Whose answers, mixed into the commands that show them: a reference, or a plan with its reference and what it expects. */
@SuppressWarnings("NullAway.Init") // picocli sets them.
final class KnownAnswersArguments {
    @Parameters(
            index = "0",
            paramLabel = "PLAN|REFERENCE",
            description = "A plan, or a file of ./muster answers record.")
    private String name;

    @Parameters(index = "1", arity = "0..1", paramLabel = "OPERATION", description = "One operation; default all.")
    private @Nullable String operation;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Change the plan; may be repeated.")
    private List<String> sets = List.of();

    @Option(names = "--allow-files", description = "Allow the plan to read files outside its folder.")
    private boolean allowFiles;

    boolean isOneNamed() {
        return operation != null;
    }

    /** Those of the operation that is named, or of all. */
    List<KnownOperation> operations() {
        List<KnownOperation> all = isReference() ? KnownOperation.of(AnswerReference.read(Path.of(name))) : ofPlan();
        if (all.isEmpty()) {
            throw Failure.badInput(
                    name + ": no answers are known; ./muster answers record or import writes a reference");
        }
        String asked = operation;
        return asked == null
                ? all
                : List.of(all.stream()
                        .filter(known -> known.name().equals(asked))
                        .findFirst()
                        .orElseThrow(() -> unknown(asked, all)));
    }

    private Failure unknown(String asked, List<KnownOperation> all) {
        return Failure.badInput(name + ": no answers of " + asked + " are known; "
                + ClosestName.hint(asked, all.stream().map(KnownOperation::name).toList(), "there are"));
    }

    private boolean isReference() {
        if (!Files.isRegularFile(Path.of(name))) {
            return false;
        }
        try (BufferedReader in = Files.newBufferedReader(Path.of(name))) {
            String first = in.readLine();
            return first != null && first.startsWith("muster-answers\t");
        } catch (MalformedInputException e) {
            return false;
        } catch (IOException e) {
            throw Failure.badInput(name + ": cannot be read: " + e.getMessage());
        }
    }

    private List<KnownOperation> ofPlan() {
        PlanArguments arguments = PlanArguments.of(name, sets, allowFiles);
        Plan plan = arguments.plan();
        PlanCheck check = PlanCheck.check(plan, arguments.files());
        List<KnownOperation> recorded = plan.answers().hasReference()
                ? KnownOperation.of(AnswerReference.read(
                        arguments.files().path(plan.answers().reference())))
                : List.of();
        return KnownOperation.with(recorded, check.queries(), check.expected());
    }
}
