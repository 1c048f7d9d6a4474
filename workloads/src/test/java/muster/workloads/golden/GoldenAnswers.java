package muster.workloads.golden;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.RandomRows;
import muster.workloads.answers.RandomRows.Described;

/** Rows of answers, their bytes and their hashes. */
final class GoldenAnswers {
    private GoldenAnswers() {}

    static String text(long seed, int count) {
        return Json.lines(
                RandomRows.rows(seed, count).map(GoldenAnswers::vector).toList());
    }

    private static Map<String, Object> vector(List<Described> row) {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(false);
        digester.row(row.stream().map(Described::value).toArray());
        Map<String, Object> vector = new LinkedHashMap<>();
        vector.put("row", row.stream().map(Described::json).toList());
        vector.put("bytes", HexFormat.of().formatHex(digester.firstRows()));
        vector.put("hash", digester.digest().hash());
        return vector;
    }
}
