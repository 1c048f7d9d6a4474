package muster.experiments.reproduce.judgement;

import java.util.List;

/**
 * A claim with its verdict.
 *
 * @param digest of the claim, its experiments, and how they were run
 * @param claims name of the claims file
 * @param source title, address and date of what was published
 * @param position in the file, from 1
 * @param conditions under which the published values were measured
 * @param flaws of the source's method, one a line
 * @param shape in words
 * @param rounds that it was judged by
 * @param judgedNs unix time
 * @param machine in one line
 * @param published round 0
 */
public record ClaimRow(
        String digest,
        String claims,
        String source,
        int position,
        String name,
        String sentence,
        String unit,
        String conditions,
        String flaws,
        String shape,
        boolean quick,
        double scale,
        int rounds,
        Judgement judgement,
        long judgedNs,
        String machine,
        List<Observation> published,
        List<Observation> here) {}
