package muster.cli.host;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;

/** This program in another process: the same JVM, with the same flags and classes. */
public final class ForkedJvm {
    /** As the manifest says it for {@code java -jar}: Arrow reads and writes memory through this package. */
    private static final String OPENED = "--add-opens=java.base/java.nio=ALL-UNNAMED";

    /** By name: it knows all commands, and this is used by some of them. */
    private static final String MAIN = "muster.cli.Main";

    private ForkedJvm() {}

    /**
     * The command line of another process of this program.
     *
     * @param arguments the command and its options
     */
    public static List<String> command(List<String> arguments) {
        return command(List.of(), arguments);
    }

    /** With further options of the JVM, which are stronger than those of this one. */
    public static List<String> command(List<String> options, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(options);
        command.addAll(program(System.getProperty("java.class.path")));
        command.addAll(arguments);
        return command;
    }

    /** A jar is named as a jar: with options for modules the JVM would not use its archive of classes. */
    private static List<String> program(String classPath) {
        boolean jar = classPath.endsWith(".jar") && !classPath.contains(File.pathSeparator);
        return jar ? List.of("-jar", classPath) : List.of(OPENED, "-cp", classPath, MAIN);
    }

    /** Ends with the process that started this one, and leaves Ctrl-C, which reaches both, to that one. */
    public static void attachToParent() {
        Interrupts.leaveToParent();
        ProcessHandle.current().parent().ifPresent(ForkedJvm::endWith);
    }

    private static void endWith(ProcessHandle parent) {
        Thread.ofPlatform().name("muster-parent").daemon(true).start(() -> {
            parent.onExit().join();
            Runtime.getRuntime().halt(ExitCode.ABORTED.code());
        });
    }
}
