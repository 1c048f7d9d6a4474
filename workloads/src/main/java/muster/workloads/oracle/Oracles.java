package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.workloads.Workload;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Namespace;

/**
 * The oracles of a database: one for each namespace, so that the feeds of each are judged apart. A database tells one
 * fingerprint of all that it holds, which is compared with the sums over the namespaces.
 */
public final class Oracles {
    private final Expected expected = new Expected();
    private final List<OfNamespace> all = new ArrayList<>();

    private Oracles() {}

    /**
     * One of them.
     *
     * @param namespace nothing where the plan has only its own data
     */
    public record OfNamespace(Optional<Namespace> namespace, Oracle oracle) {
        /** The same finding, which names the namespace. */
        public Finding named(Finding finding) {
            return namespace
                    .map(space -> finding.named(finding.name() + space.suffix()))
                    .orElse(finding);
        }
    }

    private record Known(List<ExecutedPhase> loads, List<KnownOutcomes> known) {}

    /** As {@link Oracle#of}; {@code sample} readers are drawn in each namespace. */
    public static Oracles of(Workload workload, List<ExecutedPhase> loads, List<KnownOutcomes> known, int sample) {
        Map<Optional<Namespace>, Known> spaces = new LinkedHashMap<>();
        for (int load = 0; load < loads.size(); load++) {
            Known space = spaces.computeIfAbsent(
                    Optional.ofNullable(loads.get(load).namespace()),
                    absent -> new Known(new ArrayList<>(), new ArrayList<>()));
            space.loads.add(loads.get(load));
            space.known.add(known.get(load));
        }
        Oracles oracles = new Oracles();
        spaces.forEach((space, of) -> oracles.all.add(
                new OfNamespace(space, Oracle.of(workload, of.loads, of.known, sample, oracles.expected))));
        return oracles;
    }

    /** Of which data one fingerprint is; "" where there is only one namespace. */
    private String together() {
        List<String> names = all.stream()
                .flatMap(each -> each.namespace().stream())
                .map(Namespace::name)
                .toList();
        return names.size() < 2
                ? ""
                : "; this is of namespaces " + String.join(", ", names)
                        + " together: wrong feeds and absent operations name the one";
    }

    public List<OfNamespace> all() {
        return List.copyOf(all);
    }

    /** Of the graph as a whole, and of the answers that each namespace gave. */
    public List<Finding> graph(Map<String, String> fingerprint) {
        List<Finding> findings = new ArrayList<>(expected.compare(fingerprint).stream()
                .map(finding -> finding.withReason(together()))
                .toList());
        all.forEach(each -> findings.add(each.named(each.oracle().answers())));
        return List.copyOf(findings);
    }
}
