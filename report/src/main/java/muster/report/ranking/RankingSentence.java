package muster.report.ranking;

import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.statistics.Interval;
import muster.text.Quantity;

/**
 * Says in one sentence what the best is better than, then what it is alike with, then what is open: "A completes 1.35 times (1.30 to
 * 1.41) as much as B, 2.10 (2.00 to 2.20) as C; alike within 5 % with D (0.97 to 1.03 times); undecided against E (0.98 to 1.19 times)".
 */
public final class RankingSentence {
    /** Of each kind: more would make no sentence. */
    private static final int MAX_NAMED = 4;

    private static final String ONE = Quantity.times(1);

    private final Ranking ranking;

    private RankingSentence(Ranking ranking) {
        this.ranking = ranking;
    }

    /** "" where nothing is compared with the best. */
    public static String of(Ranking ranking) {
        RankingSentence sentence = new RankingSentence(ranking);
        return Stream.of(sentence.better(), sentence.alike(), sentence.undecided())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private String better() {
        List<Pair> beaten = ranking.of(Decision.BETTER);
        if (beaten.isEmpty()) {
            return "";
        }
        Pair next = beaten.getFirst();
        Criterion by = ranking.by();
        return best().name() + " " + by.verb() + " " + times(next.ratio(), " times") + " " + by.as() + " "
                + next.other().name()
                + list(
                        beaten.subList(1, beaten.size()),
                        pair -> ", " + times(pair.ratio(), "") + " as "
                                + pair.other().name(),
                        "; better than %d others, too");
    }

    private String alike() {
        List<Pair> alike = ranking.of(Decision.ALIKE);
        String within = "alike within " + Quantity.percent(100 * ranking.alike());
        return alike.isEmpty()
                ? ""
                : ranking.hasBetter()
                        ? within + " with " + names(alike)
                        : ranking.by().title() + " " + within + ": " + figures(alike);
    }

    private String undecided() {
        List<Pair> open = ranking.of(Decision.UNDECIDED);
        return open.isEmpty()
                ? ""
                : open.size() < ranking.pairs().size()
                        ? "undecided against " + names(open)
                        : "undecided: " + ranking.by().title() + " " + figures(open);
    }

    private static String names(List<Pair> pairs) {
        return list(pairs, pair -> ", " + pair.other().name() + bounds(pair.ratio()), " and %d others")
                .substring(2);
    }

    /** "graphity 2.10 ms, stou 2.15 ms (0.98 to 1.07 times)". */
    private String figures(List<Pair> pairs) {
        return figure(best())
                + list(pairs, pair -> ", " + figure(pair.other()) + bounds(pair.ratio()), " and %d others");
    }

    private static String list(List<Pair> pairs, Function<Pair, String> text, String others) {
        long named = pairs.size() == MAX_NAMED + 1 ? pairs.size() : MAX_NAMED;
        return pairs.stream().limit(named).map(text).collect(Collectors.joining())
                + (pairs.size() > named ? others.formatted(pairs.size() - named) : "");
    }

    private String figure(Contender contender) {
        return contender.name() + " " + ranking.by().text().apply(contender.figure());
    }

    private Contender best() {
        return ranking.contenders().getFirst();
    }

    private static String bounds(Interval ratio) {
        return ratio.bounded()
                ? " (" + Quantity.times(ratio.low()) + " to " + Quantity.times(ratio.high()) + " times)"
                : "";
    }

    /** "1.35 times (1.30 to 1.41)"; "at least 1.30 times" where the upper end is open. */
    private static String times(Interval ratio, String unit) {
        DoubleFunction<String> form = form(ratio);
        return ratio.bounded()
                ? form.apply(ratio.estimate()) + unit + " (" + form.apply(ratio.low()) + " to "
                        + form.apply(ratio.high()) + ")"
                : "at least " + form.apply(ratio.low()) + unit;
    }

    /** One more digit for what is so little more than 1 that three would not tell it apart. */
    private static DoubleFunction<String> form(Interval ratio) {
        return Quantity.times(ratio.low()).equals(ONE) ? Quantity::ratio : Quantity::times;
    }
}
