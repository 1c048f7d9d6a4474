package muster.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.protocol.CrashResult;
import muster.text.Quantity;

/** A crash of the server in one sentence. */
final class CrashText {
    private static final Map<String, String> WAYS =
            Map.of("kill", "SIGKILL", "power", "loss of power", "pause", "a pause");

    private CrashText() {}

    /** @param several whether the run has other steps */
    static String sentence(CrashResult crash, boolean several) {
        StringBuilder text = new StringBuilder("%safter %s %,d of %,d acknowledged writes are gone"
                .formatted(
                        several ? "step " + crash.getStep() + " trial " + crash.getTrial() + ": " : "",
                        way(crash.getHow()),
                        crash.getLost(),
                        crash.getAcknowledged()));
        if (crash.hasRpoNs()) {
            text.append(", the oldest written at most ")
                    .append(Quantity.duration(crash.getRpoNs()))
                    .append(" before");
        }
        if (crash.getUnknown() > 0) {
            text.append(
                    "; %,d of %,d without an answer are there".formatted(crash.getUnknownKept(), crash.getUnknown()));
        }
        return text.append("; ").append(recovery(crash)).toString();
    }

    /** Of "kill of cassandra-3": "SIGKILL of cassandra-3". */
    private static String way(String how) {
        String[] words = how.split(" ", 2);
        return WAYS.getOrDefault(words[0], words[0]) + (words.length > 1 ? " " + words[1] : "");
    }

    /** For programs; times in nanoseconds, absent where it never came to that. */
    static List<Map<String, Object>> json(List<CrashResult> crashes) {
        return crashes.stream().map(CrashText::json).toList();
    }

    private static Map<String, Object> json(CrashResult crash) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", crash.getStep());
        json.put("trial", crash.getTrial());
        json.put("phase", crash.getPhase());
        json.put("how", crash.getHow());
        json.put("acknowledged", crash.getAcknowledged());
        json.put("lost", crash.getLost());
        json.put("unknown", crash.getUnknown());
        json.put("unknown_kept", crash.getUnknownKept());
        json.put("phantoms", crash.getPhantoms());
        json.put("half_transactions", crash.getHalfTransactions());
        if (crash.hasRpoNs()) {
            json.put("rpo_ns", crash.getRpoNs());
        }
        if (crash.hasRtoNs()) {
            json.put("rto_ns", crash.getRtoNs());
        }
        if (crash.hasRecoveredNs()) {
            json.put("recovery_ns", crash.getRecoveredNs());
        }
        return json;
    }

    private static String recovery(CrashResult crash) {
        if (!crash.hasRtoNs()) {
            return "nothing succeeded any more in the phase";
        }
        String back = "back after " + Quantity.duration(crash.getRtoNs()) + ", ";
        return crash.hasRecoveredNs()
                ? back + "at 90 % of the throughput after " + Quantity.duration(crash.getRecoveredNs())
                : back + "never at 90 % of the throughput before";
    }
}
