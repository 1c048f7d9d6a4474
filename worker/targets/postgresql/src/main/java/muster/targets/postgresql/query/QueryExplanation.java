package muster.targets.postgresql.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.Explanation;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The answer to EXPLAIN. */
public final class QueryExplanation {
    /** On the first line of the statement, so that messages count its lines. */
    public static final String EXPLAIN = "EXPLAIN ";

    /** All else may be right once other tables are there. */
    private static final String SYNTAX_ERROR = "42601";

    private static final Pattern SCAN = Pattern.compile("(Parallel )?Seq Scan on (\\S+)(?: \\S+)?  \\(.*?rows=(\\d+)");
    private static final Pattern WRITE = Pattern.compile("^\\s*(->  )?(Insert|Update|Delete|Merge) on ");

    private QueryExplanation() {}

    /** Of the rows of an answer. */
    public static Explanation of(ResultSet rows) throws SQLException {
        List<String> lines = new ArrayList<>();
        List<String> scans = new ArrayList<>();
        boolean writes = false;
        while (rows.next()) {
            String line = rows.getString(1);
            lines.add(line);
            Matcher scan = SCAN.matcher(line);
            if (scan.find()) {
                scans.add("Seq Scan on " + scan.group(2) + " (about " + scan.group(3) + " rows)");
            }
            writes |= WRITE.matcher(line).find();
        }
        return Explanation.accepted(writes, lines, scans);
    }

    /**
     * Of a statement that the server refuses.
     *
     * @param sent the text that it was asked to explain
     */
    public static Explanation refused(SQLException failure, String sent) {
        @Nullable
        ServerErrorMessage message = failure instanceof PSQLException said ? said.getServerErrorMessage() : null;
        int position = message == null ? 0 : message.getPosition();
        String words = ClientLibrary.line(String.valueOf(failure.getMessage()));
        int line = position == 0 ? 0 : line(sent, position);
        return SYNTAX_ERROR.equals(failure.getSQLState())
                ? Explanation.refused(words, line)
                : Explanation.refusedBySchema(words, line);
    }

    /** Counted from 1, as the position is. */
    private static int line(String sent, int position) {
        String before = sent.substring(0, Math.min(sent.length(), position - 1));
        return 1 + (int) before.chars().filter(letter -> letter == '\n').count();
    }
}
