package muster.store.analysis.sweep;

import java.util.Comparator;
import java.util.List;
import muster.store.analysis.sweep.SweepStep.Trial;
import muster.text.Quantity;

/** Says up to which rate an open loop was kept. */
final class RateSentence {
    private final List<SweepStep> steps;

    RateSentence(List<SweepStep> steps) {
        this.steps = steps.stream()
                .sorted(Comparator.comparingDouble(SweepStep::offeredPerS))
                .toList();
    }

    String text() {
        List<SweepStep> usable = steps.stream().filter(SweepStep::usable).toList();
        if (usable.isEmpty()) {
            return "no rate can be judged: each step is invalid or answered wrongly";
        }
        SweepStep over =
                usable.stream().filter(SweepStep::overloaded).findFirst().orElse(null);
        SweepStep kept = usable.stream()
                .filter(step -> over == null || step.offeredPerS() < over.offeredPerS())
                .reduce((lower, higher) -> higher)
                .orElse(null);
        if (kept == null) {
            return "overloaded at each rate: " + completed(usable.getFirst());
        }
        String up = "kept up to " + Quantity.number(kept.offeredPerS()) + "/s (p99 "
                + Quantity.duration(kept.median(Trial::p99Ns)) + ")";
        return over == null
                ? up + ", the highest that was offered" + doubt(kept)
                : up + ", overloaded at " + completed(over);
    }

    private static String completed(SweepStep step) {
        return Quantity.number(step.offeredPerS()) + "/s: completed " + Quantity.number(step.median(Trial::okPerS))
                + "/s";
    }

    private String doubt(SweepStep kept) {
        return steps.getLast().offeredPerS() > kept.offeredPerS() ? " in a run that is valid" : "";
    }
}
