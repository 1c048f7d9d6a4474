package muster.coordinator.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import muster.coordinator.core.event.ServerUse;
import muster.host.ProcFiles;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ResourceRow;
import muster.model.StreamRow;
import muster.model.TurnCpuRow;
import muster.model.TurnWindow;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A real process that listens and works; what is read of it is compared with what /proc says. */
@EnabledOnOs(OS.LINUX)
class ServerObserverTest {
    private static final int TURNS = 16;
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final ProcFiles PROC = new ProcFiles(Path.of("/proc"));

    /** Listens, and computes in one thread that has a name. */
    private static final String SERVER = """
            import socket, sys, threading
            s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); print(s.getsockname()[1], flush=True)
            while len(sys.argv) > 1: sum(range(10000))
            s.accept()
            """;

    /** Listens, while two processes that it has started compute for half a second and for ever. */
    private static final String FORKING = """
            import os, socket, time
            s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
            for seconds in (0.5, 60):
                if os.fork() == 0:
                    s.close()
                    while time.process_time() < seconds: sum(range(1000))
                    os._exit(0)
            print(s.getsockname()[1], flush=True)
            while True: os.wait()
            """;

    private static Process server(String... arguments) throws IOException {
        String[] command = new String[3 + arguments.length];
        command[0] = "python3";
        command[1] = "-c";
        command[2] = SERVER;
        System.arraycopy(arguments, 0, command, 3, arguments.length);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static int port(Process server) throws IOException {
        return Integer.parseInt(server.inputReader().readLine());
    }

    @Test
    void the_process_that_listens_at_an_address_is_found() throws IOException {
        Process server = server();
        try {
            int port = port(server);
            ListeningProcess listening = new ListeningProcess(PROC);
            assertThat(listening.find("bolt://localhost:" + port)).hasValue(server.pid());
            assertThat(listening.find("http://127.0.0.1:" + port + "/x")).hasValue(server.pid());
            assertThat(listening.find("http://192.0.2.1:" + port)).isEmpty();
            assertThat(listening.find("http://127.0.0.1")).isEmpty();
            assertThat(listening.find("${env:URI}")).isEmpty();
            assertThat(listening.find("")).isEmpty();
        } finally {
            server.destroyForcibly();
        }
        try (ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(new ListeningProcess(PROC).find(own.getLocalPort()))
                    .hasValue(ProcessHandle.current().pid());
        }
    }

    @Test
    void what_a_working_server_used_is_what_proc_says() throws Exception {
        Process server = server("busy");
        ConcurrentLinkedQueue<ResourceRow> rows = new ConcurrentLinkedQueue<>();
        try (ServerObserver observer = new ServerObserver(System::nanoTime, rows::add, turns -> {}, ended -> {})) {
            int port = port(server);
            observer.begin(phase(List.of()), target("bolt://127.0.0.1:" + port));
            long startNs = System.nanoTime();
            long before = ticks(server.pid());
            TimeUnit.MILLISECONDS.sleep(3_000);
            double cores = (ticks(server.pid()) - before) * 1e7 / (System.nanoTime() - startNs);
            long endNs = System.nanoTime();
            ServerUse use = Objects.requireNonNull(observer.end(AT, endNs));
            assertThat(use.cpuCores()).isCloseTo(cores, within(0.02 * cores + 0.02));
            assertThat(use.busiestThreadCores()).isCloseTo(cores, within(0.02 * cores + 0.02));
            assertThat(use.runnableThreadCores()).as("it never sleeps").isCloseTo(1, within(0.1));
            assertThat(use.busiestThread()).startsWith("python");
            assertThat(use.autogroup())
                    .as("its session is ours")
                    .isEqualTo(PROC.words("self/autogroup", "").stream()
                            .findFirst()
                            .orElse(""));
            assertThat(use.seconds()).isCloseTo((endNs - startNs) / 1e9, within(0.3));
            assertThat(use.hostCores()).isEqualTo(Runtime.getRuntime().availableProcessors());
            assertThat(use.name()).isEqualTo("neo4j (process " + server.pid() + ")");
        } finally {
            server.destroyForcibly();
        }
        assertThat(rows)
                .filteredOn(row -> row.session() == ObservedKind.SERVER.session(0))
                .hasSizeBetween(4, 5);
        assertThat(rows)
                .filteredOn(row -> row.session() == ObservedKind.HOST.session(0))
                .hasSizeBetween(4, 5);
    }

    /** As PostgreSQL, which has a process for each connection. */
    @Test
    void what_the_processes_of_a_server_used_is_its_use_also_of_those_that_have_ended() throws Exception {
        Process server = new ProcessBuilder("python3", "-c", FORKING).start();
        try {
            port(server);
            ProcessWatch watch = new ProcessWatch(PROC, server.pid());
            ProcessReading first = watch.read();
            assertThat(first.values().get("processes")).isBetween(2L, 3L);
            ProcessReading last = first;
            while (last.values().get("processes") > 2 || last.values().get("cpu_ns") < 1_000_000_000) {
                assertThat(last.values().get("cpu_ns"))
                        .isGreaterThanOrEqualTo(first.values().get("cpu_ns"));
                last = watch.read();
            }
            long child = server.children().findFirst().orElseThrow().pid();
            long endedNs = last.values().get("cpu_ns") - 10_000_000 * (ticks(server.pid()) + ticks(child));
            assertThat(endedNs).isCloseTo(500_000_000, within(100_000_000L));
            assertThat(last.threads()).containsKeys(Long.toString(server.pid()), Long.toString(child));
            assertThat(last.values().get("resident_bytes")).isBetween(4_000_000L, 60_000_000L);
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }

    /** Listens; 16 processes that it has started compute until they are told to end, all at once, and are reaped as they do. */
    private static final String ENDING = """
            import os, signal, socket, sys
            s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
            children = []
            for i in range(16):
                pid = os.fork()
                if pid == 0:
                    s.close()
                    while True: sum(range(1000))
                children.append(pid)
            print(s.getsockname()[1], flush=True)
            sys.stdin.readline()
            for pid in children: os.kill(pid, signal.SIGKILL)
            for pid in children: os.wait()
            s.accept()
            """;

    /** As PostgreSQL at the end of a phase: a reading while its sessions end once said 0.39 cores of 1.5. */
    @Test
    void what_a_server_used_does_not_fall_while_its_processes_end() throws Exception {
        for (int round = 0; round < 5; round++) {
            Process server = new ProcessBuilder("python3", "-c", ENDING).start();
            try {
                port(server);
                TimeUnit.MILLISECONDS.sleep(800);
                ProcessWatch watch = new ProcessWatch(PROC, server.pid());
                ProcessReading before = watch.read();
                server.outputWriter().append("end\n").flush();
                ProcessReading after = before;
                while (after.values().get("processes") > 1) {
                    ProcessReading next = watch.read();
                    if (next.alive()) {
                        assertThat(next.values().get("cpu_ns") - after.values().get("cpu_ns"))
                                .isGreaterThan(-110_000_000);
                        assertThat(next.values().get("run_queue_wait_ns"))
                                .isGreaterThanOrEqualTo(after.values().get("run_queue_wait_ns"));
                        after = next;
                    }
                }
                assertThat(after.values().get("cpu_ns"))
                        .isGreaterThanOrEqualTo(before.values().get("cpu_ns"));
                assertThat(after.threads()).hasSize(17);
            } finally {
                server.descendants().forEach(ProcessHandle::destroyForcibly);
                server.destroyForcibly();
            }
        }
    }

    private static PhaseRow phase(List<StreamRow> streams) {
        return new PhaseRow(AT, 0, "measure", 1, 0, -1, System.nanoTime(), 0, 1, "running", streams, 0);
    }

    private static Section target(String uri) {
        return new Section("neo4j", TreeSettings.of("target", Tree.ofMap(Map.of("uri", uri), "a test")));
    }

    /** User and system time of a process, read by hand. */
    private static long ticks(long pid) throws IOException {
        String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] words = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return Long.parseLong(words[11]) + Long.parseLong(words[12]);
    }

    /** Computes while a line says so, and tells when it has begun and ended to. */
    private static final String TOLD = """
            import socket, sys, threading
            s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(); print(s.getsockname()[1], flush=True)
            busy = False
            def work():
                while True:
                    if busy: sum(range(10000))
                    else: wake.wait(); wake.clear()
            wake = threading.Event()
            threading.Thread(target=work, daemon=True).start()
            for line in sys.stdin:
                busy = line == "busy\\n"
                wake.set()
                print(line, end="", flush=True)
            """;

    /** Arm 0 has the turns in which the server works. Turns that are read too late, on a busy machine, have no row. */
    @Test
    void the_processor_time_of_each_turn_is_of_its_arm() throws Exception {
        Process server = new ProcessBuilder("python3", "-c", TOLD).start();
        ConcurrentLinkedQueue<TurnCpuRow> found = new ConcurrentLinkedQueue<>();
        try (ServerObserver observer = new ServerObserver(System::nanoTime, row -> {}, found::addAll, ended -> {})) {
            int port = port(server);
            long turnNs = 500_000_000;
            long startNs = System.nanoTime() + turnNs;
            observer.begin(
                    phase(List.of(
                            new StreamRow(0, "busy", 1, 0, turns(startNs, turnNs, 0)),
                            new StreamRow(1, "idle", 1, 0, turns(startNs, turnNs, 1)))),
                    target("bolt://127.0.0.1:" + port));
            for (int turn = 0; turn < TURNS; turn++) {
                TimeUnit.NANOSECONDS.sleep(startNs + turn * turnNs - System.nanoTime());
                server.outputWriter()
                        .append(turn % 2 == 0 ? "busy\n" : "idle\n")
                        .flush();
                server.inputReader().readLine();
            }
            TimeUnit.NANOSECONDS.sleep(startNs + TURNS * turnNs + 50_000_000 - System.nanoTime());
            observer.end(AT, startNs + TURNS * turnNs);
        } finally {
            server.destroyForcibly();
        }
        assertThat(found).hasSizeBetween(2, TURNS).extracting(TurnCpuRow::turn).isSubsetOf(turnNumbers());
        assertThat(found).allSatisfy(row -> {
            assertThat(row.stream()).isEqualTo((int) (row.turn() % 2));
            assertThat(row.serverNs()).isLessThan(440_000_000);
        });
        assertThat(mean(found, 0))
                .as("of 400 ms, as far as other processes leave it a core")
                .isGreaterThan(20e6);
        assertThat(mean(found, 1)).isLessThan(20e6);
    }

    private static List<Long> turnNumbers() {
        return LongStream.range(0, TURNS).boxed().toList();
    }

    private static List<TurnWindow> turns(long startNs, long turnNs, int arm) {
        return LongStream.range(0, TURNS)
                .filter(turn -> turn % 2 == arm)
                .mapToObj(turn -> {
                    long from = startNs + turn * turnNs;
                    return new TurnWindow(turn, turn / 2, from, from + turnNs / 5, from + turnNs);
                })
                .toList();
    }

    private static double mean(Collection<TurnCpuRow> rows, int stream) {
        return rows.stream()
                .filter(row -> row.stream() == stream)
                .mapToLong(TurnCpuRow::serverNs)
                .average()
                .orElseThrow();
    }

    /** Its figures are missing for once, as when a file of its JVM is cut short while it dies; that it has ended is told nevertheless. */
    @Test
    void a_reading_that_fails_is_not_the_last_one() throws Exception {
        Process server = server();
        AtomicInteger readings = new AtomicInteger();
        CompletableFuture<String> ended = new CompletableFuture<>();
        try (ServerObserver observer = new ServerObserver(
                System::nanoTime,
                row -> {
                    readings.incrementAndGet();
                    throw new IllegalStateException("cannot be read");
                },
                turns -> {},
                end -> ended.complete(end.name()))) {
            observer.begin(phase(List.of()), target("bolt://127.0.0.1:" + port(server)));
            while (readings.get() == 0) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            server.destroyForcibly().waitFor();
            assertThat(ended.get(60, TimeUnit.SECONDS)).isEqualTo("neo4j (process " + server.pid() + ")");
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void counters_of_a_jvm_that_are_cut_short_are_none(@TempDir Path folder) throws IOException {
        Path file = Files.createDirectory(folder.resolve("hsperfdata_somebody")).resolve("7");
        byte[] whole = {(byte) 0xca, (byte) 0xfe, (byte) 0xc0, (byte) 0xc0, 0, 2, 0, 0};
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(JvmReading.of(folder, 7)).as("%d bytes", length).isEmpty();
        }
    }

    @Test
    void a_server_that_ends_is_known_until_then() throws Exception {
        Process server = server("busy");
        try (ServerObserver observer = new ServerObserver(System::nanoTime, row -> {}, turns -> {}, ended -> {})) {
            int port = port(server);
            observer.begin(phase(List.of()), target("bolt://127.0.0.1:" + port));
            TimeUnit.MILLISECONDS.sleep(1_500);
            server.destroyForcibly().waitFor();
            TimeUnit.MILLISECONDS.sleep(1_000);
            ServerUse use = Objects.requireNonNull(observer.end(AT, System.nanoTime()));
            assertThat(use.seconds()).isCloseTo(1, within(0.3));
            assertThat(observer.end(AT, System.nanoTime())).isNull();
        }
    }

    @Test
    void nothing_is_observed_of_another_host_and_of_this_very_process() throws IOException {
        ConcurrentLinkedQueue<ResourceRow> rows = new ConcurrentLinkedQueue<>();
        try (ServerObserver observer = new ServerObserver(System::nanoTime, rows::add, turns -> {}, ended -> {});
                ServerSocket own = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String uri : List.of("bolt://192.0.2.1:7687", "", "http://127.0.0.1:" + own.getLocalPort())) {
                observer.begin(phase(List.of()), target(uri));
                assertThat(observer.end(AT, System.nanoTime())).isNull();
            }
        }
        assertThat(rows).isEmpty();
    }

    /**
     * The system's part of a reading is what it takes to read three files for each thread, some 20 us each where nothing else
     * runs: 100 threads cost 0.6 % of a core. How much it is here decides the machine, so what is bounded is the rest. By the
     * processor time of this thread: on a busy machine the clock tells what others take.
     */
    @Test
    void a_reading_costs_not_much_more_than_to_read_its_files() {
        long pid = ProcessHandle.current().pid();
        LongStream ratios = IntStream.range(0, 40).mapToLong(i -> {
            long bareNs = cpuNs(() -> readFiles(pid));
            return 100 * cpuNs(() -> read(pid)) / bareNs;
        });
        long median = ratios.skip(20).sorted().skip(10).findFirst().orElseThrow();
        assertThat(median).as("percent of what bare reading takes").isBetween(50L, 400L);
    }

    private static long cpuNs(Runnable work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long startNs = threads.getCurrentThreadCpuTime();
        work.run();
        return threads.getCurrentThreadCpuTime() - startNs;
    }

    private static void readFiles(long pid) {
        for (String thread : PROC.names(pid + "/task")) {
            for (String file : List.of("stat", "schedstat", "children")) {
                PROC.lines(pid + "/task/" + thread + "/" + file);
            }
        }
    }

    private static void read(long pid) {
        new ProcessWatch(PROC, pid).read();
        HostReading.of(PROC);
        JvmReading.of(Path.of("/tmp"), pid);
    }

    @Test
    void heap_and_collections_of_this_very_jvm_are_read() {
        Map<String, Long> values =
                JvmReading.of(Path.of("/tmp"), ProcessHandle.current().pid());
        assumeThat(values).as("a JVM with PerfData").isNotEmpty();
        assertThat(values.get("heap_used_bytes"))
                .isBetween(1L, Runtime.getRuntime().maxMemory());
        assertThat(values).containsKeys("gc_count", "gc_ns");
    }

    @Test
    void a_host_is_read_as_its_files_say(@TempDir Path proc) throws IOException {
        Files.writeString(proc.resolve("stat"), """
                cpu  10 20 30 400 50 6 7 8 0 0
                cpu0 5 10 15 200 25 3 3 4 0 0
                cpu1 5 10 15 200 25 3 4 4 0 0
                ctxt 12345
                procs_running 3
                """);
        Files.writeString(proc.resolve("meminfo"), "MemAvailable:   1000 kB\nCached:   500 kB\n");
        Files.writeString(proc.resolve("diskstats"), """
                   7       0 loop0 9 0 9 9 9 0 9 9 9 9 9 0 0 0 0 9 9
                 254       0 vda 1 0 100 1 2 0 200 1 0 30 40 0 0 0 0 17 5
                 254       1 vda1 1 0 100 1 2 0 200 1 0 30 40 0 0 0 0 17 5
                """);
        assertThat(HostReading.of(new ProcFiles(proc)))
                .containsEntry("cores", 2L)
                .containsEntry("user_ns", 300_000_000L)
                .containsEntry("system_ns", 430_000_000L)
                .containsEntry("idle_ns", 4_000_000_000L)
                .containsEntry("iowait_ns", 500_000_000L)
                .containsEntry("steal_ns", 80_000_000L)
                .containsEntry("core_1_idle_ns", 2_250_000_000L)
                .containsEntry("run_queue", 3L)
                .containsEntry("available_bytes", 1_024_000L)
                .containsEntry("disk_written_bytes", 102_400L)
                .containsEntry("disk_flushes", 17L)
                .containsEntry("disk_vda_busy_ns", 30_000_000L)
                .doesNotContainKeys("disk_vda1_busy_ns", "disk_loop0_busy_ns");
    }
}
