package muster.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.coordinator.ExitCode;
import muster.servers.Clean;
import muster.servers.CleanItem;
import muster.servers.Home;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what servers occupy on disk, and removes it. Results are never touched. */
@Command(
        name = "clean",
        description = "Remove the data of stopped servers, and with --cache what was fetched.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./muster clean --dry-run    only lists sizes", "  ./muster clean --cache"})
final class CleanCommand implements Callable<Integer> {
    @Mixin
    private final Output output = new Output();

    @Option(names = "--cache", description = "Also the servers that were downloaded.")
    private boolean cache;

    @Option(names = "--dry-run", description = "List, and remove nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Clean clean = new Clean(Home.detect());
        List<Map<String, Object>> done = new ArrayList<>();
        for (CleanItem item : clean.items()) {
            String fate = fate(item);
            if (!output.json()) {
                output.line("%10s  %s %s: %s".formatted(Bytes.text(item.bytes()), what(item), item.path(), fate));
            }
            if (fate.equals("removed")) {
                clean.remove(item);
            }
            done.add(map(item, fate));
        }
        finish(done);
        return ExitCode.OK.code();
    }

    private String fate(CleanItem item) {
        if (item.inUse()) {
            return "kept, a server runs on it";
        }
        if (item.kind() == CleanItem.Kind.CACHE && !cache) {
            return "kept, --cache removes it";
        }
        return dryRun ? "would be removed" : "removed";
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

    private void finish(List<Map<String, Object>> done) {
        if (output.json()) {
            output.printJson(done);
        } else if (done.isEmpty()) {
            output.line("nothing to clean");
        }
    }
}
