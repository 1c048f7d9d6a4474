package muster.experiments.reproduce.claims;

import java.util.List;

/**
 * What was published.
 *
 * @param url where, as text; it is never opened
 * @param date as the source has it
 * @param machine that it was measured on
 * @param flaws of its method as a whole
 */
public record Source(String title, String url, String date, String machine, List<String> flaws) {
    /** In one line. */
    @Override
    public String toString() {
        return title + ", " + date + ", " + url;
    }
}
