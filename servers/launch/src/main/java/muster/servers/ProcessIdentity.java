package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.servers.host.ServerException;

/**
 * One process for certain: systems give the number of a dead process to a new one, so the number alone is not enough.
 *
 * @param birth when it started. On Linux this is the boot and the clock tick within it, which no change of the wall
 *     clock moves; elsewhere the wall clock's milliseconds
 * @param place where it can be looked up by its number: the host and, on Linux, the namespaces of numbers and clocks; empty in
 *     what earlier versions wrote
 */
record ProcessIdentity(long pid, String birth, String place) {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final String HERE = here();

    /** The fields of /proc/PID/stat that follow the command name: the state is the first, the start the 20th. */
    private static final int STATE = 0;

    private static final int START = 19;

    static ProcessIdentity ofThisProcess() {
        long pid = ProcessHandle.current().pid();
        return of(pid).orElseThrow(() -> new IllegalStateException("this process " + pid + " is not listed"));
    }

    /** The process that has this number now; empty if there is none or it is dead and only not yet reaped. */
    static Optional<ProcessIdentity> of(long pid) {
        return Files.exists(BOOT) ? onLinux(pid) : onOtherSystems(pid);
    }

    /** Of one that had ended before it could be looked up. */
    static ProcessIdentity deadAtOnce(long pid) {
        return new ProcessIdentity(pid, "dead at once", HERE);
    }

    boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** Whether it has ended for certain: nothing is known of a process of another host or container. */
    boolean isGone() {
        return !isElsewhere() && !isAlive();
    }

    /** Whether it was started in another container or on another host. */
    boolean isElsewhere() {
        return !place.isEmpty() && !place.equals(HERE);
    }

    /** The living process; empty if it is gone, even where another one has its number. */
    Optional<ProcessHandle> handle() {
        return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
    }

    private static Optional<ProcessIdentity> onLinux(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            String stat = Files.readString(process.resolve("stat"));
            // The command name before the last parenthesis may hold spaces and parentheses itself.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return isDead(pid, fields[STATE])
                    ? Optional.empty()
                    : Optional.of(
                            new ProcessIdentity(pid, Files.readString(BOOT).strip() + "/" + fields[START], HERE));
        } catch (IOException e) {
            if (Files.exists(process)) {
                // Such as too many open files: who took it for dead would delete what it owns.
                throw new ServerException("whether process " + pid + " is alive cannot be read: " + e.getMessage(), e);
            }
            return Optional.empty();
        }
    }

    /** A process that only waits to be reaped; while others of its threads still end, it holds its files and locks. */
    private static boolean isDead(long pid, String state) throws IOException {
        boolean ended = state.equals("Z") || state.equals("X");
        return ended
                && MusterHome.children(Path.of("/proc", Long.toString(pid), "task"))
                                .size()
                        <= 1;
    }

    private static Optional<ProcessIdentity> onOtherSystems(long pid) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .flatMap(handle -> handle.info().startInstant())
                .map(start -> new ProcessIdentity(pid, Long.toString(start.toEpochMilli()), HERE));
    }

    private static String here() {
        return Stream.of("pid", "time")
                .map(kind -> Path.of("/proc/self/ns", kind))
                .map(ProcessIdentity::namespace)
                .collect(Collectors.joining(" ", host() + " ", ""))
                .strip();
    }

    private static String namespace(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static String host() {
        try {
            return Files.readString(HOST).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
