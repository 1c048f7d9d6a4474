package muster.workloads.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.text.Json;
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

    /**
     * Reads the first line.
     *
     * @param name of the file, for messages
     * @throws PlanException if it is no such line, or of another version
     */
    static ReplayHeader read(String line, String name) {
        try {
            Fields fields = Fields.read(line);
            if (!fields.text("format").equals(FORMAT)) {
                throw new IllegalArgumentException("format: expected \"" + FORMAT + "\"");
            }
            refuseOtherVersion(fields.whole("version", 0), name);
            return read(fields);
        } catch (IllegalArgumentException e) {
            throw new PlanException(name + ":1: not the header of recorded operations (" + e.getMessage()
                    + "): name a file that ./muster record wrote");
        }
    }

    private static void refuseOtherVersion(long version, String name) {
        if (version != VERSION) {
            throw new PlanException(name + ":1: version " + version + " of the format, but this Muster reads version "
                    + VERSION + ": record the operations again with this version");
        }
    }

    private static ReplayHeader read(Fields fields) {
        Fields parts = Fields.of(fields.map("load"));
        Map<String, Long> load = new LinkedHashMap<>();
        parts.plain().keySet().forEach(part -> load.put((String) part, parts.whole((String) part, 0)));
        return new ReplayHeader(
                fields.text("workload"),
                fields.whole("seed", 0),
                fields.text("source"),
                fields.text("plan"),
                load,
                fields.list("phases").stream().map(ReplayHeader::phase).toList());
    }

    private static RecordedPhase phase(Object entry) {
        Fields fields = Fields.of(entry);
        return new RecordedPhase(fields.text("name"), fields.whole("operations", 1), fields.flag("timed"));
    }
}
