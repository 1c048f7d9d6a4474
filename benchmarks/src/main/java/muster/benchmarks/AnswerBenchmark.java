package muster.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.util.Locale;
import muster.workloads.answers.AnswerDigester;

/** What the digest of an answer costs: 10 rows of an integer, a short text, a real number and a date. */
final class AnswerBenchmark {
    private static final int ROWS = 10;
    private static final int ANSWERS = 200_000;

    private final AnswerDigester digester = new AnswerDigester();
    private final Object[][] rows = new Object[ROWS][];
    private long checksum;

    AnswerBenchmark() {
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Object[] {1_000_000L + i, "first name " + i, i / 7.0, LocalDate.ofEpochDay(i)};
        }
    }

    /** @param rounds that count, after as many that warm up */
    void run(int rounds) {
        for (int round = -rounds; round < rounds; round++) {
            Round measured = Round.of(this);
            if (round >= 0) {
                System.out.printf(
                        Locale.ROOT,
                        "answer of %d rows: %.0f ns of processor time, %.1f bytes allocated%n",
                        ROWS,
                        measured.cpuNs(),
                        measured.bytes());
            }
        }
        System.out.println("checksum " + checksum);
    }

    /** Processor time of one answer, the least of so many rounds after as many that warm up. */
    double nanos(int rounds) {
        double least = Double.MAX_VALUE;
        for (int round = -rounds; round < rounds; round++) {
            double cpuNs = Round.of(this).cpuNs();
            least = round < 0 ? least : Math.min(least, cpuNs);
        }
        return least;
    }

    /** What one answer took, on the average of a round. */
    private record Round(double cpuNs, double bytes) {
        static Round of(AnswerBenchmark benchmark) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long bytes = threads.getCurrentThreadAllocatedBytes();
            long cpuNs = threads.getCurrentThreadCpuTime();
            benchmark.digest();
            cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
            bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
            return new Round((double) cpuNs / ANSWERS, (double) bytes / ANSWERS);
        }
    }

    private void digest() {
        for (int answer = 0; answer < ANSWERS; answer++) {
            digester.begin(false);
            for (Object[] row : rows) {
                digester.row(row);
            }
            checksum += digester.digest().hash();
        }
    }
}
