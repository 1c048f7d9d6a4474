package muster.endtoend.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Processor time of the processes of a torture, by what they are; where /proc tells it. */
final class TortureCpu {
    private static final double TICKS_A_SECOND = 100;

    private final ConcurrentMap<String, Double> secondsBy = new ConcurrentSkipListMap<>();

    /** Adds what a process has used so far: to be asked just before it is killed, or once at the end. */
    void add(String kind, long pid) {
        add(kind, seconds(pid));
    }

    void add(String kind, double seconds) {
        secondsBy.merge(kind, seconds, Double::sum);
    }

    /** What it has used so far; 0 if it is gone, or if the system does not tell. */
    private static double seconds(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_A_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    String perKill(long kills) {
        StringBuilder text = new StringBuilder();
        double sum =
                secondsBy.values().stream().mapToDouble(Double::doubleValue).sum();
        text.append(String.format(Locale.ROOT, "%.2f s of processor time a kill", sum / kills));
        secondsBy.forEach(
                (kind, seconds) -> text.append(String.format(Locale.ROOT, ", %s %.2f", kind, seconds / kills)));
        return text.toString();
    }
}
