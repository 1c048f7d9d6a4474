package muster.targets.falkordb.query;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.target.Explanation;

/** The answer to GRAPH.EXPLAIN. */
public final class QueryExplanation {
    private static final Pattern SCAN = Pattern.compile("All Node Scan|Node By Label Scan");
    private static final Pattern WRITE = Pattern.compile("\\s*(Create|Merge|MergeCreate|Update|Delete|Remove)\\b.*");
    private static final Pattern PLACE = Pattern.compile("line: (\\d+), column: \\d+, offset: \\d+.*");

    private QueryExplanation() {}

    /** Of a plan. */
    public static Explanation of(List<String> plan) {
        List<String> scans = plan.stream()
                .filter(line -> SCAN.matcher(line).find())
                .map(line -> line.strip().replace(" | ", " "))
                .toList();
        return Explanation.accepted(
                plan.stream().anyMatch(line -> WRITE.matcher(line).matches()), plan, scans);
    }

    /** Of a refusal: its words up to the place, which counts what precedes the statement. */
    public static Explanation refused(String words) {
        Matcher place = PLACE.matcher(words);
        return place.find()
                ? Explanation.refused(
                        words.substring(0, place.start())
                                .replace("errMsg: ", "")
                                .strip(),
                        Integer.parseInt(place.group(1)))
                : Explanation.refused(words.replace("errMsg: ", ""), 0);
    }
}
