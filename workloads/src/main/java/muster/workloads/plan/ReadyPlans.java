package muster.workloads.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;

/** The plans that come with Muster: the files of workloads/plans. */
public final class ReadyPlans {
    /** A list here, because the folders of a jar cannot be listed in one way that always works; a test compares. */
    private static final List<String> NAMES = List.of(
            "batch-insert",
            "crash",
            "databases",
            "demo-batch-insert",
            "demo-graphity",
            "graphity-read-heavy",
            "graphity-transactions",
            "graphity-write",
            "noop",
            "noop-open",
            "property-stream",
            "property-stream-arrow",
            "readers-writers",
            "single-insert",
            "social-inserts",
            "social-journeys",
            "social-reads");

    private ReadyPlans() {}

    /** Sorted. */
    public static List<String> names() {
        return NAMES;
    }

    /** The YAML of one of {@link #names}; throws {@link PlanException} for another name. */
    public static String text(String name) {
        if (!NAMES.contains(name)) {
            throw new PlanException("no ready plan " + name + "; " + ClosestName.hint(name, NAMES, "there are"));
        }
        return resource("/muster/plans/" + name + ".yaml");
    }

    /** The question that a ready plan answers, in one line: the comment at its head. */
    public static String question(String name) {
        return text(name)
                .lines()
                .filter(line -> line.startsWith("# ") && !line.startsWith("# yaml-language-server:"))
                .findFirst()
                .map(line -> line.substring(2))
                .orElse("");
    }

    private static String resource(String path) {
        try (InputStream in = ReadyPlans.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the jar holds no " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
