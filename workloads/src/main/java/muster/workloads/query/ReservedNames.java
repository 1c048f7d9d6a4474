package muster.workloads.query;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.workloads.operation.OperationKind;
import muster.workloads.target.Stage;

/** Words that thresholds and results use, so that no operation can have them as its name. */
final class ReservedNames {
    private static final Pattern PERCENTILE = Pattern.compile("p\\d+");
    private static final List<String> WORDS =
            List.of("service", "response", "throughput", "errors", "mean", "min", "max", "all", "total", "none");
    private static final Set<String> RESERVED = Stream.of(
                    WORDS.stream(),
                    OperationKind.builtIn().stream().map(OperationKind::label),
                    Stream.of(Stage.values()).map(Stage::label))
            .flatMap(words -> words)
            .collect(Collectors.toUnmodifiableSet());

    private ReservedNames() {}

    static boolean contains(String name) {
        return RESERVED.contains(name) || PERCENTILE.matcher(name).matches();
    }
}
