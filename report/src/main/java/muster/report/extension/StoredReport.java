package muster.report.extension;

import java.util.Map;

/**
 * A report that is written.
 *
 * @param subject what it is about, such as "comparison"
 * @param id its number in the file
 * @param html one file that needs nothing else
 * @param plots SVG by file name
 */
public record StoredReport(String subject, long id, String html, Map<String, String> plots) {}
