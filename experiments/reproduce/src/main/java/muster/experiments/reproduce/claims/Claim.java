package muster.experiments.reproduce.claims;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.experiments.reproduce.judgement.Observation;
import muster.experiments.reproduce.judgement.Shape;

/**
 * One thing that a source says, and how it is tested.
 *
 * @param position in its file, from 1
 * @param unit of its values; "" for none
 * @param conditions under which the published values were measured
 * @param published round 0
 * @param experiments names
 * @param aboutClients whether it compares clients: that one of them is the limit is then no fault of the measurement
 * @param turns what the experiments give if they take turns within one process
 * @param query gives (label, value) or (label, x, value) from the store; {runs} are the runs of one round, {NAME} that of one experiment
 * @param shapes all must hold
 * @param flaws of the source's method
 * @param remark what a reader must know about the comparison; "" for nothing
 * @param missing what no machine of this kind has; "" where it can be tested
 * @param where its place in the file
 */
public record Claim(
        int position,
        String id,
        String sentence,
        String unit,
        String conditions,
        List<Observation> published,
        List<String> experiments,
        boolean aboutClients,
        TurnFigure turns,
        String query,
        List<Shape> shapes,
        List<String> flaws,
        String remark,
        String missing,
        String where) {
    static final Map<String, Double> UNITS_NS = Map.of("us", 1e3, "ms", 1e6);

    /** In words. */
    public String shape() {
        return Shape.text(shapes);
    }

    public boolean takesTurns() {
        return turns != TurnFigure.NONE;
    }

    /** A latency of turns in its unit. */
    public double inUnit(double ns) {
        return ns / UNITS_NS.getOrDefault(unit, 1.0);
    }

    /** What to know about it: flaws of the source, then the remark. */
    public List<String> notes() {
        return remark.isEmpty()
                ? flaws
                : Stream.concat(flaws.stream(), Stream.of(remark)).toList();
    }
}
