package muster.servers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import muster.servers.host.JavaCommand;
import muster.servers.host.Jdk;
import muster.servers.host.Jdks;
import muster.servers.host.LogTail;
import muster.servers.host.OwnerFile;
import muster.servers.host.ProgramCommand;
import muster.servers.host.ServerCommand;
import muster.servers.host.ServerException;

/** Processes of a server: without terminal, input and inherited options, their output in the server's log. */
record ServerProcess(Optional<Jdk> jdk, Path home, Path log) {
    /** Options that users set for their own programs; a server under test runs with what its state file says. */
    private static final List<String> NOT_INHERITED =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

    /**
     * How a process is started that Ctrl-C and the end of the terminal do not reach: in a process group of its own, with SIGHUP
     * ignored. It stays in the session of its starter, since Linux divides processors between sessions first; only the last
     * way, for systems that have no other, leaves it.
     */
    static final List<List<String>> APART = List.of(
            List.of("perl", "-e", "setpgrp(0, 0); $SIG{HUP} = 'IGNORE'; exec {$ARGV[0]} @ARGV or die $!"),
            List.of("python3", "-c", ignoringHangUps()),
            List.of("setsid"));

    /** Python itself ignores SIGPIPE and SIGXFSZ, which would be handed on. */
    private static String ignoringHangUps() {
        return """
                import os, sys
                from signal import SIG_DFL, SIG_IGN, SIGHUP, SIGPIPE, SIGXFSZ, signal
                os.setpgid(0, 0)
                signal(SIGHUP, SIG_IGN), signal(SIGPIPE, SIG_DFL), signal(SIGXFSZ, SIG_DFL)
                os.execvp(sys.argv[1], sys.argv[1:])
                """;
    }

    /**
     * Starts a process that goes on when this one ends; none of the ways changes its number.
     *
     * @param before what starts it, such as taskset
     * @param variables beside the command's own
     */
    ProcessIdentity detached(List<String> before, ServerCommand command, Map<String, String> variables)
            throws IOException {
        return detached(apart(), before, command, variables);
    }

    ProcessIdentity detached(
            List<String> apart, List<String> before, ServerCommand command, Map<String, String> variables)
            throws IOException {
        List<String> words = new ArrayList<>(apart);
        words.addAll(before);
        words.addAll(words(command));
        ProcessBuilder builder = builder(words, command);
        builder.environment().putAll(variables);
        Process process = builder.start();
        return ProcessIdentity.of(process.pid()).orElseGet(() -> ProcessIdentity.deadAtOnce(process.pid()));
    }

    /** Runs a process to its end, which must be exit code 0. */
    void runToEnd(ServerCommand command, LogTail tail, Optional<Duration> within)
            throws IOException, InterruptedException {
        if (command instanceof JavaCommand java && java.secret()) {
            runInSecret(java, tail, within);
        } else {
            await(builder(words(command), command).start(), command, tail, within);
        }
    }

    private void runInSecret(JavaCommand command, LogTail tail, Optional<Duration> within)
            throws IOException, InterruptedException {
        Path arguments = argumentFile(command);
        try {
            List<String> words = List.of(java(), "@" + arguments);
            await(builder(words, command).start(), command, tail, within);
        } finally {
            Files.deleteIfExists(arguments);
        }
    }

    private List<String> words(ServerCommand command) {
        return switch (command) {
            case JavaCommand java ->
                Stream.concat(Stream.of(java()), java.words().stream()).toList();
            case ProgramCommand program -> program.words();
        };
    }

    private String java() {
        return jdk.orElseThrow(() -> new IllegalStateException("a Java process without a Java version"))
                .java()
                .toString();
    }

    private static void await(Process process, ServerCommand command, LogTail tail, Optional<Duration> within)
            throws InterruptedException {
        long mostMs = within.map(Duration::toMillis).orElse(Long.MAX_VALUE);
        boolean ended = process.waitFor(mostMs, TimeUnit.MILLISECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        if (!ended || process.exitValue() != 0) {
            String how = ended
                    ? "ended with exit code " + process.exitValue()
                    : "did not end within " + within.orElse(Duration.ZERO);
            throw new ServerException(command + " " + how + ": " + tail.reason() + tail.text());
        }
    }

    private Path argumentFile(JavaCommand command) throws IOException {
        return OwnerFile.writeTemporary(home, "arguments", command.argumentFile());
    }

    private ProcessBuilder builder(List<String> words, ServerCommand command) {
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(home.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true);
        builder.environment().keySet().removeAll(NOT_INHERITED);
        builder.environment().putAll(command.environment());
        return builder;
    }

    private static List<String> apart() {
        return APART.stream()
                .filter(words -> !Jdks.onPath(words.getFirst()).isEmpty())
                .findFirst()
                .orElse(List.of());
    }
}
