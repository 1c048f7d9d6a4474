package muster.workloads.plan.rule;

/**
 * "[OPERATION] [service|response] METRIC COMPARATOR VALUE", such as "post p99 &lt; 50ms" or "errors% &lt; 0.1".
 *
 * @param text as written
 * @param operation "" for all
 * @param timing "response" unless the text says service
 * @param metric "throughput", "errors", "errors%", "mean", "min", "max", or "p" with a percentile: "p99.9"
 * @param comparator one of &lt; &lt;= &gt; &gt;= ==
 * @param value nanoseconds for latencies, a plain number or a rate a second otherwise
 */
public record Threshold(String text, String operation, String timing, String metric, String comparator, double value) {
    public boolean met(double observed) {
        return switch (comparator) {
            case "<" -> observed < value;
            case "<=" -> observed <= value;
            case ">" -> observed > value;
            case ">=" -> observed >= value;
            case "==" -> observed == value;
            default -> throw new IllegalStateException(comparator);
        };
    }
}
