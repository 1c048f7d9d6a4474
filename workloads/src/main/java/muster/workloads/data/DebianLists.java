package muster.workloads.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.plan.language.PlanException;

/**
 * Finds Debian's package lists on this machine: those that apt keeps, or else the installed packages. They differ
 * between machines: workers on several machines need one list as a data file of the plan.
 */
final class DebianLists {
    private static final List<String> ENDS = List.of("_Packages", "_Packages.gz", "_Packages.lz4");

    private DebianLists() {}

    /** The files in the order of their names; {@code root} is /var/lib. */
    static List<Path> find(Path root) {
        List<Path> lists = lists(root.resolve("apt/lists"));
        Path status = root.resolve("dpkg/status");
        if (lists.isEmpty() && !Files.isReadable(status)) {
            throw new PlanException("data: debian: there are neither package lists (" + root.resolve("apt/lists")
                    + "/*_Packages) nor " + status + " on this machine; name a data file instead");
        }
        return lists.isEmpty() ? List.of(status) : lists;
    }

    private static List<Path> lists(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(DebianLists::isList).sorted().toList();
        } catch (IOException e) {
            throw new PlanException("data: debian: cannot list " + folder + ": " + e.getMessage());
        }
    }

    private static boolean isList(Path file) {
        String name = String.valueOf(file.getFileName());
        return ENDS.stream().anyMatch(name::endsWith);
    }
}
