package muster.benchmarks.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** How a benchmark starts a process of its own code. */
public final class JavaProcess {
    private JavaProcess() {}

    /** With this process's Java and class path; what it says of errors stands in this process's. */
    public static ProcessBuilder of(Class<?> main, List<String> arguments) {
        String java = System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        List<String> command = new ArrayList<>(List.of(
                java,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }
}
