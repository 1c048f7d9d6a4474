package muster.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.workloads.plan.language.ClosestName;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in the words of all other messages: what was typed, and what would be right. */
final class UsageText {
    /** Options of k6, wrk, wrk2, Locust, hey, JMeter and Hyperfoil, and what does the same here. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("--vus", "--clients N"),
            Map.entry("-u", "--clients N"),
            Map.entry("--users", "--clients N"),
            Map.entry("--connections", "--clients N"),
            Map.entry("-t", "--clients N"),
            Map.entry("--threads", "--clients N"),
            Map.entry("--run-time", "--duration 30s"),
            Map.entry("--host", "--uri URI"),
            Map.entry("-H", "--uri URI"),
            Map.entry("--url", "--uri URI"),
            Map.entry("-n", "--set measure.operations=N"),
            Map.entry("--requests", "--set measure.operations=N"),
            Map.entry("--iterations", "--set measure.operations=N"),
            Map.entry("-i", "--set measure.operations=N"),
            Map.entry("--rps", "--rate 1000/s"),
            Map.entry("--spawn-rate", "--set measure.ramp=10s"),
            Map.entry("--headless", "left out: nothing opens a window"),
            Map.entry("--latency", "left out: latencies are always printed"),
            Map.entry("--out", "--store FILE, and ./muster export"),
            Map.entry("-o", "--store FILE, and ./muster export"),
            Map.entry("--summary-export", "--json"));

    /** By the types of options and parameters that picocli reads itself. */
    private static final Map<Class<?>, String> RIGHT = Map.of(
            int.class, "a whole number",
            Integer.class, "a whole number",
            long.class, "a whole number",
            Long.class, "a whole number",
            double.class, "a number",
            Double.class, "a number",
            boolean.class, "true or false");

    private UsageText() {}

    static String of(ParameterException thrown) {
        return switch (thrown) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case MissingParameterException missing
            when !missing.getMissing().isEmpty() -> missing(missing.getMissing());
            case OverwrittenOptionException twice -> name(twice.getOverwritten()) + ": given twice; give it once";
            default -> wrong(thrown);
        };
    }

    private static String missing(List<ArgSpec> missing) {
        ArgSpec first = missing.getFirst();
        if (first instanceof OptionSpec option && !option.required()) {
            return option.longestName() + ": expected " + option.paramLabel() + " after it";
        }
        boolean any = first.group() != null && first.group().exclusive();
        return missing.stream().map(UsageText::shown).collect(Collectors.joining(any ? " or " : ", "))
                + (any || missing.size() == 1 ? " is missing" : " are missing");
    }

    private static String shown(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName() + " " + option.paramLabel()
                : argument.paramLabel();
    }

    private static String wrong(ParameterException thrown) {
        ArgSpec argument = thrown.getArgSpec();
        if (argument == null || thrown.getValue() == null) {
            return reason(thrown);
        }
        String typed = name(argument) + " " + thrown.getValue() + ": ";
        String right = RIGHT.get(argument.auxiliaryTypes()[0]);
        return right == null ? typed + reason(thrown) : typed + "expected " + right;
    }

    /** Of a converter of ours the message alone, without what picocli puts before it. */
    private static String reason(ParameterException thrown) {
        Throwable cause = thrown.getCause() instanceof TypeConversionException own ? own : thrown;
        return Errors.firstLine(cause.getMessage()).replaceFirst("^Error: ", "");
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String unmatched(UnmatchedArgumentException thrown) {
        String first = thrown.getUnmatched().getFirst();
        String ours = ELSEWHERE.get(first.replaceFirst("=.*", ""));
        boolean takesLoad = thrown.getCommandLine().getCommandSpec().findOption("--clients") != null;
        if (takesLoad && ours != null) {
            return "no option '" + first + "': use " + ours;
        }
        if (first.startsWith("-")) {
            return "no option '" + first + "'" + suggestion(options(thrown, first.replaceFirst("=.*", "")));
        }
        String kind = hasCommands(thrown) ? "command" : "further argument";
        return "no " + kind + " '" + first + "'" + suggestion(thrown.getSuggestions());
    }

    /** Of the command's own, the one that is written nearly so. */
    private static List<String> options(ParameterException thrown, String typed) {
        List<String> known = thrown.getCommandLine().getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
        return ClosestName.of(typed, known).stream().toList();
    }

    private static boolean hasCommands(ParameterException thrown) {
        return !thrown.getCommandLine().getSubcommands().isEmpty();
    }

    private static String suggestion(List<String> names) {
        return names.isEmpty() ? "" : " (did you mean " + String.join(" or ", names) + "?)";
    }
}
