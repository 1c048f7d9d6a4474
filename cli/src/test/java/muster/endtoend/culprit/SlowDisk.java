package muster.endtoend.culprit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import muster.endtoend.Background;
import muster.endtoend.Shell;

/**
 * A disk that does few writes a second for one server: the kernel's own limit of a control group (blkio.throttle or io.max), so
 * that threads wait for it where they wait for a real disk. A delay in user space would be asleep, not waiting for a disk.
 */
final class SlowDisk implements AutoCloseable {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final String PROCESSES = "cgroup.procs";

    private final Path group;

    private SlowDisk(Path group) {
        this.group = group;
    }

    /** Empty where this user may make no control group that limits a disk. */
    static Optional<Path> groups() {
        boolean first = Files.isWritable(CGROUPS.resolve("blkio").resolve(PROCESSES));
        boolean second =
                Files.isWritable(CGROUPS.resolve(PROCESSES)) && controls().contains("io");
        return first ? Optional.of(CGROUPS.resolve("blkio")) : second ? Optional.of(CGROUPS) : Optional.empty();
    }

    private static List<String> controls() {
        try {
            return List.of(Files.readString(CGROUPS.resolve("cgroup.subtree_control"))
                    .strip()
                    .split(" ", -1));
        } catch (IOException none) {
            return List.of();
        }
    }

    /**
     * Limits a server's writes from now on, and those of the processes that it starts.
     *
     * @param data where it writes: the disk below it is limited
     * @param writesPerS a second
     */
    static SlowDisk of(long pid, Path data, int writesPerS) throws IOException {
        Path groups = groups().orElseThrow();
        Path group = Files.createDirectory(groups.resolve("muster-slow-disk-" + pid));
        String device = Shell.in(Path.of("/"))
                .run("findmnt", "--noheadings", "--output", "MAJ:MIN", "--target", data.toString())
                .out()
                .strip();
        boolean first = groups.endsWith("blkio");
        Files.writeString(
                group.resolve(first ? "blkio.throttle.write_iops_device" : "io.max"),
                first ? device + " " + writesPerS : device + " wiops=" + writesPerS);
        SlowDisk disk = new SlowDisk(group);
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        disk.add(server);
        server.descendants().forEach(disk::add);
        return disk;
    }

    private void add(ProcessHandle process) {
        try {
            Files.writeString(group.resolve(PROCESSES), Long.toString(process.pid()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** After its server has ended: a group goes when it is empty. */
    @Override
    public void close() {
        Background.until(() -> group.toFile().delete() || !Files.exists(group));
    }
}
