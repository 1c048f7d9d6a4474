package muster.experiments.reproduce.claims;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;

/** The claims files that come with Muster. */
public final class ReadyClaims {
    /** A list here, because the folders of a jar cannot be listed in one way that always works; a test compares. */
    private static final List<String> NAMES = List.of(
            "arangodb-life",
            "falkordb-neo4j",
            "graphity-roadmap",
            "harness",
            "hugegraph-0.4.4",
            "memgraph-benchgraph",
            "neo4j-arrow",
            "neo4j-ratpack");

    private ReadyClaims() {}

    /** Sorted. */
    public static List<String> names() {
        return NAMES;
    }

    /** The YAML of one of {@link #names}; throws {@link PlanException} for another name. */
    static String text(String name) {
        if (!NAMES.contains(name)) {
            throw new PlanException(name + ": no such file, and no ready claims of this name; "
                    + ClosestName.hint(name, NAMES, "there are"));
        }
        return resource("/muster/claims/" + name + ".yaml");
    }

    /** The JSON Schema of claims files, for editors. */
    static String schema() {
        return resource("/muster/claims.schema.json");
    }

    private static String resource(String path) {
        try (InputStream in = ReadyClaims.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the jar holds no " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
