package muster.cli.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import muster.cli.terminal.Failure;
import muster.protocol.Checksum;
import muster.text.Json;
import muster.workloads.DataFiles;
import muster.workloads.WorkloadProvider;
import muster.workloads.answers.AnswerReference;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Providers;
import muster.workloads.plan.language.PlanException;

/** By what a reference of answers knows the data that a plan loads. */
public final class DataChecksum {
    /** Of a plan that loads nothing: nobody knows what its data are. */
    private static final String NONE = "-";

    private static final int BYTES = 16;

    private DataChecksum() {}

    /** Refuses a reference of other data than these. */
    public static void refuseOther(Path file, AnswerReference reference, String now) {
        String recorded = reference.header().data();
        if (!recorded.equals(now) && !recorded.equals(NONE) && !now.equals(NONE)) {
            throw Failure.badInput(file + ": recorded with other data than the plan has now; record it again with"
                    + " ./muster answers record, or run with --answers none");
        }
    }

    /** Of the description of the data, and of the files that the plan names, where it loads them. */
    public static String of(Plan plan, DataFiles files) {
        if (!plan.loads()) {
            return NONE;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Object described = plan.workload().settings().raw().getOrDefault("data", "");
            digest.update(Json.write(described).getBytes(StandardCharsets.UTF_8));
            WorkloadProvider workload = Providers.workload(plan.workload().kind());
            List<String> expected = workload.expectedFiles(plan.workload().settings());
            List<String> names = workload.dataFiles(plan.workload().settings());
            for (String name : names.stream()
                    .filter(name -> !expected.contains(name))
                    .sorted()
                    .toList()) {
                digest.update(Checksum.sha256(files.path(name)));
            }
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        } catch (IOException e) {
            throw new PlanException("data: cannot be read: " + e);
        } catch (NoSuchAlgorithmException e) {
            throw new LinkageError("every Java has SHA-256", e);
        }
    }
}
