package muster.workloads.replay;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.Json;
import muster.workloads.plan.language.JsonReader;
import muster.workloads.plan.language.PlanException;

/**
 * The first line of a file of recorded operations.
 *
 * @param workload kind of the workload
 * @param seed of the plan
 * @param source what was recorded: the name of the plan, and the run if there was one
 * @param planDigest SHA-256 of the plan's text, in hexadecimal digits
 * @param load parts of the workload's load with their operations: the graph that the operations are for
 * @param phases in the order of the file
 */
public record ReplayHeader(
        String workload,
        long seed,
        String source,
        String planDigest,
        Map<String, Long> load,
        List<RecordedPhase> phases) {
    static final int VERSION = 1;

    private static final String FORMAT = "muster operations";

    public long operations() {
        return phases.stream().mapToLong(RecordedPhase::operations).sum();
    }

    String line() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("format", FORMAT);
        plain.put("version", VERSION);
        plain.put("workload", workload);
        plain.put("seed", seed);
        plain.put("source", source);
        plain.put("plan", planDigest);
        plain.put("load", load);
        plain.put("phases", phases.stream().map(ReplayHeader::plain).toList());
        return Json.write(plain);
    }

    private static Map<String, Object> plain(RecordedPhase phase) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", phase.name());
        plain.put("operations", phase.operations());
        plain.put("timed", phase.timed());
        return plain;
    }

    /** @param name of the file, for messages */
    static ReplayHeader read(String line, String name) {
        try {
            Map<?, ?> plain = (Map<?, ?>) JsonReader.read(line);
            if (plain != null && FORMAT.equals(plain.get("format"))) {
                refuseOtherVersion(plain.get("version"), name);
                return read(plain);
            }
        } catch (IllegalArgumentException | ClassCastException | NullPointerException e) {
            // Said below.
        }
        throw new PlanException(name + ":1: not the header of recorded operations: name a file that ./muster record wrote");
    }

    private static void refuseOtherVersion(Object version, String name) {
        if (!Long.valueOf(VERSION).equals(version)) {
            throw new PlanException(name + ":1: version " + version + " of the format, but this Muster reads version "
                    + VERSION + ": record the operations again with this version");
        }
    }

    private static ReplayHeader read(Map<?, ?> plain) {
        Map<String, Long> load = new LinkedHashMap<>();
        ((Map<?, ?>) plain.get("load")).forEach((part, count) -> load.put((String) part, (Long) count));
        List<RecordedPhase> phases = new ArrayList<>();
        for (Object entry : (List<?>) plain.get("phases")) {
            Map<?, ?> phase = (Map<?, ?>) entry;
            long operations = (long) phase.get("operations");
            if (operations < 1) {
                throw new IllegalArgumentException();
            }
            phases.add(new RecordedPhase((String) phase.get("name"), operations, (boolean) phase.get("timed")));
        }
        return new ReplayHeader(
                (String) plain.get("workload"),
                (long) plain.get("seed"),
                (String) plain.get("source"),
                (String) plain.get("plan"),
                load,
                List.copyOf(phases));
    }
}
