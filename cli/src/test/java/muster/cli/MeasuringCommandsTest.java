package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import muster.cli.run.Standalone;
import muster.endtoend.Shell;
import muster.experiments.turns.RestartLoop;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** The launcher gives commands that start fast the first compiler only: their figures would be a fraction of what they should be. */
class MeasuringCommandsTest {
    private static final Pattern LIST = Pattern.compile("^ +(run \\|[a-z |]+)\\)$", Pattern.MULTILINE);

    /** Coordinators generate no load, and references are not timed; arms are started with the flags of their parent. */
    private static final Set<String> EXEMPT = Set.of("coordinator", "answers", "arms", "muster", "warm-archive");

    private static final String REFERENCES = "muster.experiments.answers.AnswersRecordCommand";

    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("muster.cli");

    @Test
    void every_command_that_measures_in_its_own_process_gets_the_jvm_of_workers() throws IOException {
        Matcher list = LIST.matcher(Files.readString(Shell.CHECKOUT.resolve("muster")));
        assertThat(list.find()).isTrue();
        Set<String> measuring = CLI.stream()
                .filter(type -> type.isAnnotatedWith(Command.class))
                .filter(type -> !type.getFullName().equals(REFERENCES))
                .filter(MeasuringCommandsTest::measures)
                .map(type -> type.getAnnotationOfType(Command.class).name())
                .collect(Collectors.toCollection(TreeSet::new));
        measuring.removeAll(EXEMPT);
        assertThat(measuring).contains("standalone", "ab", "reproduce");
        assertThat(Arrays.asList(list.group(1).split(" \\| "))).containsAll(measuring);
    }

    private static boolean measures(JavaClass command) {
        return command.getTransitiveDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass())
                .anyMatch(used -> used.isEquivalentTo(Standalone.class) || used.isEquivalentTo(RestartLoop.class));
    }
}
