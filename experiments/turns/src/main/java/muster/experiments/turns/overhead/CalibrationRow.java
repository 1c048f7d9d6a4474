package muster.experiments.turns.overhead;

import java.util.Map;

/**
 * What the harness itself costs on one machine.
 *
 * @param measuredNs unix nanoseconds
 * @param cpu the model, as the kernel names it
 * @param figures by name; docs/compare.md says what each means
 */
public record CalibrationRow(
        String host,
        String cpu,
        int cores,
        String kernel,
        String javaVersion,
        long measuredNs,
        Map<String, Double> figures) {}
