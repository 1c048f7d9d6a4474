package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.servers.host.Jdks;
import muster.servers.host.ProgramCommand;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.ThrowingConsumer;
import org.junit.jupiter.api.io.TempDir;

/** What reaches a server of what happens to the terminal and to the process that started it. */
@Timeout(100)
class ServerProcessTest {
    private static final int SESSION = 3;
    /** As the bit of an ignored signal. */
    private static final long SIGHUP = 1;

    /**
     * The leader of a terminal's session starts the server and another child; then Ctrl-C is typed, and after the other child
     * died of it the terminal is closed, of which the leader dies.
     */
    private static final String TERMINAL = """
            import os, pty, signal, subprocess, sys
            signal.alarm(300)
            leader, terminal = pty.fork()
            if leader == 0:
                server, other = subprocess.Popen(sys.argv[1:]), subprocess.Popen(["sleep", "60"])
                signal.signal(signal.SIGINT, lambda *_: None)
                # Whoever starts the tests may ignore it.
                signal.signal(signal.SIGHUP, signal.SIG_DFL)
                print("started", server.pid, flush=True)
                print("other ended by", -other.wait(), flush=True)
                signal.pause()

            def told(what):
                text = ""
                while what not in text or not text.endswith("\\n"):
                    text += os.read(terminal, 1000).decode()
                return text.split(what)[1].split()[0]

            server = told("started")
            while open(f"/proc/{server}/comm").read().strip() != "sleep":
                pass
            os.write(terminal, b"\\x03")
            assert told("other ended by") == str(signal.SIGINT.value)
            os.close(terminal)
            assert os.WTERMSIG(os.waitpid(leader, 0)[1]) == signal.SIGHUP
            print(server)
            """;

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> neither_ctrl_c_nor_a_terminal_that_closes_ends_a_server() {
        return ways(this::outlivesItsTerminal);
    }

    private void outlivesItsTerminal(List<String> apart) throws Exception {
        List<String> words = new ArrayList<>(List.of("python3", "-c", TERMINAL));
        words.addAll(apart);
        words.addAll(List.of("sleep", "60"));
        Process python = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String pid = python.inputReader().readLine();
        assertThat(python.waitFor()).isZero();
        Optional<ProcessIdentity> server = ProcessIdentity.of(Long.parseLong(pid));
        assertThat(server).isPresent();
        server.flatMap(ProcessIdentity::handle).ifPresent(ProcessHandle::destroyForcibly);
    }

    @TestFactory
    Stream<DynamicTest> a_server_leads_a_group_of_its_own_and_inherits_no_other_ignored_signal() {
        return ways(this::leadsItsGroup);
    }

    private void leadsItsGroup(List<String> apart) throws Exception {
        ProcessHandle server = started(apart);
        try {
            assertThat(stat(server.pid())[SESSION - 1]).isEqualTo(Long.toString(server.pid()));
            long hangUp = apart.getFirst().equals("setsid") ? 0 : SIGHUP;
            assertThat(ignored(Long.toString(server.pid()))).isEqualTo(ignored("self") | hangUp);
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void a_server_stays_in_the_session_of_its_starter_whose_share_of_the_processors_is_its_own() throws Exception {
        ProcessHandle server = started(List.of());
        try {
            assertThat(stat(server.pid())[SESSION])
                    .isEqualTo(stat(ProcessHandle.current().pid())[SESSION]);
            if (Files.exists(Path.of("/proc/self/autogroup"))) {
                assertThat(Files.readString(Path.of("/proc", "" + server.pid(), "autogroup")))
                        .isEqualTo(Files.readString(Path.of("/proc/self/autogroup")));
            }
        } finally {
            server.destroyForcibly();
        }
    }

    /** One test for each of the ways that this machine has. */
    private static Stream<DynamicTest> ways(ThrowingConsumer<List<String>> test) {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processes are looked up below /proc");
        List<List<String>> ways = ServerProcess.APART.stream()
                .filter(words -> !Jdks.onPath(words.getFirst()).isEmpty())
                .toList();
        return DynamicTest.stream(ways.iterator(), List::getFirst, test);
    }

    /** By the way that servers are started, or another one; it is what was to be started, not what starts it. */
    private ProcessHandle started(List<String> apart) throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processes are looked up below /proc");
        ServerProcess process = new ServerProcess(Optional.empty(), folder, folder.resolve("server.log"));
        ProgramCommand sleep = new ProgramCommand(List.of("sleep", "60"), Map.of());
        ProcessIdentity identity = apart.isEmpty()
                ? process.detached(List.of(), sleep, Map.of())
                : process.detached(apart, List.of(), sleep, Map.of());
        Path name = Path.of("/proc", Long.toString(identity.pid()), "comm");
        while (!Files.readString(name).strip().equals("sleep")) {
            Thread.onSpinWait();
        }
        return identity.handle().orElseThrow();
    }

    /** Fields after the command's name: state, parent, group, session. */
    private static String[] stat(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    /** One bit for each of the signals up to 31, which are those of programs. */
    private static long ignored(String process) throws IOException {
        return Files.readAllLines(Path.of("/proc", process, "status")).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .mapToLong(line -> Long.parseUnsignedLong(
                                line.substring("SigIgn:".length()).strip(), 16))
                        .findFirst()
                        .orElseThrow()
                & Integer.MAX_VALUE;
    }
}
