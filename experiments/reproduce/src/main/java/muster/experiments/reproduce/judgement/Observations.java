package muster.experiments.reproduce.judgement;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import muster.report.analysis.AnalysisException;

/** All values of a claim. Values of one round were measured close in time, so two sides are compared round by round. */
public record Observations(List<Observation> values) {
    /** One position in the data. */
    record At(String label, double x) {
        static At single(String label) {
            return new At(label, Double.NaN);
        }

        boolean holds(Observation value) {
            return value.label().equals(label) && Double.compare(value.x(), x) == 0;
        }
    }

    public Observations {
        values = List.copyOf(values);
    }

    /** In ascending order. */
    public int[] rounds() {
        return values.stream().mapToInt(Observation::round).distinct().sorted().toArray();
    }

    /** Where a series has values, ascending. */
    double[] positions(String label) {
        double[] found = values.stream()
                .filter(value -> value.label().equals(label) && Double.isFinite(value.x()))
                .mapToDouble(Observation::x)
                .distinct()
                .sorted()
                .toArray();
        if (found.length == 0) {
            throw missing(label);
        }
        return found;
    }

    /** One value a round, in the order of rounds. */
    double[] of(At at) {
        double[] found = Arrays.stream(rounds())
                .mapToObj(round -> value(at, round))
                .flatMap(Optional::stream)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (found.length == 0) {
            throw missing(at.label());
        }
        return found;
    }

    /** Of each round that has both. */
    double[] of(At one, At other, DoubleBinaryOperator operator) {
        double[] found = Arrays.stream(rounds())
                .mapToObj(round -> value(one, round)
                        .flatMap(a -> value(other, round).map(b -> operator.applyAsDouble(a, b)))
                        .orElse(null))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        if (found.length == 0) {
            of(one);
            throw missing(other.label());
        }
        return found;
    }

    Optional<Double> value(At at, int round) {
        return values.stream()
                .filter(value -> value.round() == round && at.holds(value))
                .map(Observation::value)
                .findFirst();
    }

    private AnalysisException missing(String label) {
        List<String> labels = values.stream().map(Observation::label).distinct().toList();
        return new AnalysisException("the query gives no row for " + label
                + (labels.isEmpty() ? "" : "; it has " + String.join(", ", labels)));
    }
}
