package muster.report.plot;

/**
 * One of several views of the same points, of which the page shows one at a time.
 *
 * @param label what to choose it by
 */
public record ZoomLevel(String label, Chart chart) {}
