package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Shell;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandsTest {
    private final StringWriter err = new StringWriter();
    private final CommandLine muster =
            Main.commandLine().setErr(new PrintWriter(err, true)).setOut(new PrintWriter(new StringWriter(), true));

    @Test
    void every_command_says_in_one_line_what_it_does() {
        for (CommandLine command : visible(muster)) {
            assertThat(command.getCommandSpec().usageMessage().description())
                    .as(command.getCommandSpec().qualifiedName())
                    .hasSize(1)
                    .allSatisfy(line -> assertThat(line).endsWith(".").hasSizeLessThan(80));
        }
    }

    @Test
    void every_option_and_argument_is_described() {
        for (CommandLine command : visible(muster)) {
            assertThat(command.getCommandSpec().args())
                    .as(command.getCommandSpec().qualifiedName())
                    .allSatisfy(argument -> assertThat(argument.description()).isNotEmpty());
        }
    }

    /** In a description a single ${...} is a variable, and one that is not known is printed as null. */
    @Test
    void no_help_text_has_a_variable_that_is_not_there() {
        for (CommandLine command : visible(muster)) {
            assertThat(command.getUsageMessage())
                    .as(command.getCommandSpec().qualifiedName())
                    .doesNotContain("null");
        }
    }

    /** Picocli warns of a "%" in a footer on the standard error, and goes on. */
    @Test
    void no_help_text_makes_picocli_warn() {
        PrintStream before = System.err;
        ByteArrayOutputStream warned = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warned, true, StandardCharsets.UTF_8));
        try {
            visible(muster).forEach(CommandLine::getUsageMessage);
        } finally {
            System.setErr(before);
        }
        assertThat(warned.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void the_readme_names_every_command() throws Exception {
        String text = Files.readString(Shell.CHECKOUT.resolve("README.md"));
        for (CommandLine command : visible(muster)) {
            assertThat(text).contains("./" + command.getCommandSpec().qualifiedName());
        }
    }

    @Test
    void an_unknown_command_is_a_bad_argument_and_the_nearest_one_is_named() {
        assertThat(muster.execute("sqll")).isEqualTo(104);
        assertThat(err.toString()).isEqualTo("muster: no command 'sqll' (did you mean sql?); see ./muster --help\n");
    }

    @Test
    void an_unknown_option_is_a_bad_argument() {
        assertThat(muster.execute("sql", "--jsn", "x.db")).isEqualTo(104);
        assertThat(err.toString())
                .isEqualTo("muster: no option '--jsn' (did you mean --json?); see ./muster sql --help\n");
    }

    /** A start reads the options of one command; what the help lists, and what a start finds, must be the same. */
    @Test
    void a_start_knows_the_command_that_its_first_argument_names() {
        muster.getSubcommands()
                .forEach((name, command) -> assertThat(Main.commandLine(name, "--help")
                                .getSubcommands()
                                .values())
                        .as(name)
                        .singleElement()
                        .extracting(one -> one.getCommandSpec().userObject().getClass())
                        .isEqualTo(command.getCommandSpec().userObject().getClass()));
        assertThat(Main.commandLine("--help").getSubcommands()).hasSameSizeAs(muster.getSubcommands());
    }

    @Test
    void no_command_is_a_bad_argument() {
        assertThat(muster.execute()).isEqualTo(104);
        assertThat(err.toString()).isEqualTo("muster: name a command; see ./muster --help\n");
    }

    @Test
    void a_wrong_plan_is_one_line_without_a_stack_trace() {
        int code = Errors.report(new PlanException("p.yaml: wrong\nmore"), new PrintWriter(err, true), false);
        assertThat(code).isEqualTo(104);
        assertThat(err.toString()).isEqualTo("muster: p.yaml: wrong\n");
    }

    @Test
    void a_bug_is_an_internal_fault_and_verbose_shows_where() {
        int code = Errors.report(new IllegalStateException("odd"), new PrintWriter(err, true), true);
        assertThat(code).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("muster: internal fault: java.lang.IllegalStateException: odd\n")
                .contains("CommandsTest");
    }

    @Test
    void no_error_obeys_a_terminal_or_floods_it() {
        String hostile = "\u001b[2J\u202e" + "x".repeat(100_000);
        PrintWriter out = new PrintWriter(err, true);
        assertThat(Errors.report(new IllegalStateException(hostile), out, false))
                .isEqualTo(2);
        assertThat(Errors.report(new PlanException(hostile), out, false)).isEqualTo(104);
        assertThat(muster.execute("sql", hostile, hostile, hostile)).isEqualTo(104);
        assertThat(muster.execute("--" + hostile)).isEqualTo(104);
        assertThat(err.toString().lines())
                .hasSize(5)
                .allSatisfy(line ->
                        assertThat(line).doesNotContain("\u001b", "\u202e").hasSizeLessThan(5_000));
    }

    @Test
    void a_stack_trace_is_printable() {
        int code = Errors.report(new IllegalStateException("\u001b[2J"), new PrintWriter(err, true), true);
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).doesNotContain("\u001b").contains("\\u001b[2J", "\n\tat ");
    }

    private static List<CommandLine> visible(CommandLine top) {
        List<CommandLine> all = new ArrayList<>();
        for (CommandLine command : top.getSubcommands().values()) {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                all.add(command);
                all.addAll(visible(command));
            }
        }
        return all;
    }
}
