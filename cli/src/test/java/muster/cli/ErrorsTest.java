package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** What ends a command is one line and an exit code, also where the Java machine itself gives up. */
class ErrorsTest {
    @Command(name = "too-large")
    static final class TooLarge implements Runnable {
        @Override
        public void run() {
            throw new OutOfMemoryError("Java heap space");
        }
    }

    @Command(name = "too-deep")
    static final class TooDeep implements Runnable {
        @Override
        public void run() {
            throw new StackOverflowError();
        }
    }

    private static String failed(Object command, String name) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().addSubcommand(command).setErr(new PrintWriter(err, true));
        assertThat(line.execute(name)).isEqualTo(2);
        return err.toString();
    }

    @Test
    void a_file_that_needs_more_memory_than_there_is_ends_a_command_with_the_cure() {
        assertThat(failed(new TooLarge(), "too-large"))
                .matches("muster: out of memory: this needs more than the [0-9]+ MB that Java may take here; "
                        + "allow more, such as MUSTER_JAVA_OPTS=-Xmx4g\\R");
    }

    @Test
    void input_that_is_nested_too_deep_ends_it_too() {
        assertThat(failed(new TooDeep(), "too-deep")).isEqualTo("muster: its input is nested too deep\n");
    }
}
