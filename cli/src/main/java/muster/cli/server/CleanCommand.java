package muster.cli.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Bytes;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.servers.MusterHome;
import muster.servers.clean.Clean;
import muster.servers.clean.CleanItem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what servers occupy on disk, asks, and removes it. Results are never touched. */
@Command(
        name = "clean",
        description = "List the data of stopped servers and remove it after confirmation.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./muster clean --dry-run    only lists sizes",
            "  ./muster clean --cache --yes",
            "  ./muster clean /data/neo4j    removes only this folder outside the checkout",
            "Without PATH only data in the checkout's folder .muster are removed."
        })
public final class CleanCommand implements Callable<Integer> {
    private static final String REMOVED = "removed";

    @Mixin
    private final Output output = new Output();

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "Remove only these; a folder outside the checkout must be named.")
    private List<Path> named = List.of();

    @Option(names = "--cache", description = "Also remove downloaded servers.")
    private boolean cache;

    @Option(names = "--dry-run", description = "List only.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Remove without confirmation.")
    private boolean yes;

    @Override
    public Integer call() throws IOException {
        Clean clean = new Clean(MusterHome.detect());
        List<CleanItem> items = clean.items();
        requireKnown(items);
        Map<CleanItem, String> kept = new LinkedHashMap<>();
        items.forEach(item -> kept.put(item, whyKept(clean, item)));
        List<CleanItem> doomed = items.stream()
                .filter(item -> kept.getOrDefault(item, "").isEmpty())
                .toList();
        list(kept);
        boolean remove = !doomed.isEmpty() && !dryRun && (yes || agreed(doomed));
        if (remove) {
            doomed.forEach(clean::remove);
        }
        finish(kept, dryRun ? "would be removed" : remove ? REMOVED : "kept, as requested");
        return ExitCode.OK.code();
    }

    private void requireKnown(List<CleanItem> items) {
        for (Path path : named) {
            if (items.stream().noneMatch(item -> isNamed(item, path))) {
                throw Failure.badInput(path + ": was not created by Muster; ./muster clean --dry-run lists what was");
            }
        }
    }

    private static boolean isNamed(CleanItem item, Path path) {
        return item.path().equals(path.toAbsolutePath().normalize());
    }

    /** "" if it may be removed. */
    private String whyKept(Clean clean, CleanItem item) {
        boolean isNamed = named.stream().anyMatch(path -> isNamed(item, path));
        if (item.inUse()) {
            return "kept, a server runs on it";
        }
        if (!named.isEmpty()) {
            return isNamed ? "" : "kept, not named";
        }
        if (item.kind() == CleanItem.Kind.CACHE && !cache) {
            return "kept, --cache removes it";
        }
        return clean.isInside(item) ? "" : "kept, outside the checkout; name its path to remove it";
    }

    private void list(Map<CleanItem, String> kept) {
        if (!output.json()) {
            kept.forEach((item, why) -> output.line("%10s  %s %s: %s"
                    .formatted(
                            Bytes.text(item.bytes()), what(item), item.path(), why.isEmpty() ? "to be removed" : why)));
        }
    }

    /** No answer, or any but yes, removes nothing. */
    private boolean agreed(List<CleanItem> doomed) throws IOException {
        long bytes = doomed.stream().mapToLong(CleanItem::bytes).sum();
        output.err().print("remove " + doomed.size() + " (" + Bytes.text(bytes).strip() + ")? [y/N] ");
        output.err().flush();
        // The stream stays open: it is the process's.
        @SuppressWarnings("resource")
        String answer = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return answer != null && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
    }

    private void finish(Map<CleanItem, String> kept, String fate) {
        if (output.json()) {
            List<Map<String, Object>> done = new ArrayList<>();
            kept.forEach((item, why) -> done.add(map(item, why.isEmpty() ? fate : why)));
            output.printJson(done);
        } else if (kept.isEmpty()) {
            output.line("nothing to clean");
        } else if (kept.containsValue("")) {
            output.line(fate.equals(REMOVED) ? REMOVED : "nothing was removed");
        }
    }

    private static String what(CleanItem item) {
        return switch (item.kind()) {
            case SERVER -> "data of " + item.name();
            case CACHE -> "fetched " + item.name();
        };
    }

    private static Map<String, Object> map(CleanItem item, String fate) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", item.name());
        map.put("kind", item.kind());
        map.put("path", item.path());
        map.put("bytes", item.bytes());
        map.put("fate", fate);
        return map;
    }
}
