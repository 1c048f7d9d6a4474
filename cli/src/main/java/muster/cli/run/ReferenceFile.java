package muster.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.text.Json;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/**
 * Where the reference of a plan's answers is: the file of --answers, or else PLAN.answers next to the plan if there is
 * one.
 *
 * @param option of the command line; "none" for no comparison, null if it is not given
 * @param files the folder of the plan
 */
record ReferenceFile(@Nullable String option, LocalFiles files) {
    private static final String NONE = "none";

    /** The file that a recording writes. */
    Path written(String planName) {
        String named = option;
        return named != null && !named.equals(NONE)
                ? Path.of(named)
                : files.folder().resolve(beside(planName));
    }

    /** What to change in the plan, as --set does. */
    List<String> changes(Plan plan, String planName) {
        if (NONE.equals(option)) {
            return plan.answers().hasReference() ? List.of("answers=") : List.of();
        }
        if (option != null) {
            return List.of("answers.reference=" + Json.write(files.named(Path.of(option))));
        }
        boolean there = plan.workload().kind().equals("query")
                && !plan.answers().hasReference()
                && Files.isReadable(files.folder().resolve(beside(planName)));
        return there ? List.of("answers.reference=" + Json.write(beside(planName))) : List.of();
    }

    private static String beside(String planName) {
        Path name = Path.of(planName).getFileName();
        return String.valueOf(name).replaceFirst("\\.(ya?ml|json)$", "") + ".answers";
    }
}
