package muster.endtoend;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.store.file.row.OutcomeSql;
import org.junit.jupiter.api.Test;

/** The rules of docs/ARCHITECTURE.md about packages, as far as a program can check them. */
class StructureTest {
    private static final Path CHECKOUT = Path.of("").toAbsolutePath().getParent();
    private static final int MAX_TYPES = 40;
    private static final int MAX_LINES = 500;

    private static final JavaClasses MUSTER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("muster");

    @Test
    void the_core_of_the_coordinator_knows_no_socket_no_sql_and_no_clock() {
        noClasses()
                .that()
                .resideInAPackage("muster.coordinator.core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.zeromq..", "zmq..", "java.sql..", "java.net..", "java.nio.channels..", "java.time.Clock")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .check(MUSTER);
    }

    @Test
    void the_core_of_the_coordinator_uses_nothing_of_the_server() {
        noClasses()
                .that()
                .resideInAPackage("muster.coordinator.core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("muster.coordinator.server..", "muster.worker..", "muster.web..", "muster.cli..")
                .check(MUSTER);
    }

    /** Statistics are pure functions of numbers. */
    @Test
    void the_core_of_the_coordinator_knows_no_row_of_the_store() {
        noClasses()
                .that()
                .resideInAPackage("muster.coordinator.core..")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("muster.store..")
                        .and(JavaClass.Predicates.resideOutsideOfPackage("muster.store.analysis.statistics..")))
                .check(MUSTER);
    }

    /** Each piece of state is private to the class that decides it. */
    @Test
    void the_state_of_the_core_of_the_coordinator_is_private() {
        fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage("muster.coordinator.core..")
                .and()
                .areNotPrivate()
                .should()
                .beFinal()
                .check(MUSTER);
    }

    @Test
    void protocol_workloads_and_store_use_nothing_of_ours_but_text_and_the_model() {
        alone("muster.text..");
        alone("muster.model..");
        alone("muster.protocol..");
        alone("muster.workloads..");
        alone("muster.store..", "muster.model..");
    }

    private static void alone(String module, String... others) {
        classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(module, "muster.text..")
                        .or(JavaClass.Predicates.resideInAnyPackage(others))
                        .or(JavaClass.Predicates.resideOutsideOfPackage("muster..")))
                .check(MUSTER);
    }

    @Test
    void targets_use_workloads_alone() {
        classes()
                .that()
                .resideInAPackage("muster.targets..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "muster.targets..", "muster.workloads..", "muster.text..")
                        .or(JavaClass.Predicates.resideOutsideOfPackage("muster..")))
                .check(MUSTER);
    }

    @Test
    void workers_use_the_protocol_and_workloads() {
        classes()
                .that()
                .resideInAPackage("muster.worker..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "muster.worker..", "muster.protocol..", "muster.workloads..")
                        .or(JavaClass.Predicates.resideOutsideOfPackage("muster..")))
                .check(MUSTER);
    }

    @Test
    void nothing_depends_on_the_command_line() {
        noClasses()
                .that()
                .resideOutsideOfPackages("muster.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("muster.cli..")
                .check(MUSTER);
    }

    @Test
    void packages_have_no_circles() {
        slices().matching("muster.(**)").should().beFreeOfCycles().check(MUSTER);
    }

    @Test
    void packages_are_small() throws IOException {
        Map<String, Integer> types = new TreeMap<>();
        for (Path file : sources()) {
            if (!file.endsWith("package-info.java")) {
                types.merge(CHECKOUT.relativize(file).getParent().toString(), 1, Integer::sum);
            }
        }
        types.values().removeIf(count -> count <= MAX_TYPES);
        assertThat(types).as("packages of more than %d types", MAX_TYPES).isEmpty();
    }

    /** What an error is, {@code OutcomeCounts} says; the views are SQL in a file and must say the same. */
    @Test
    void no_other_place_decides_which_outcomes_are_errors() throws IOException {
        Pattern list = Pattern.compile("(['\"])ok\\1, *(['\"])absent\\2, *(['\"])duplicate\\3 *[)\\]]");
        Pattern right = Pattern.compile(Pattern.quote(OutcomeSql.IS_ERROR) + "|outcome IN \\('absent', 'duplicate'\\)");
        List<String> others = new ArrayList<>();
        List<Path> files = sources();
        files.add(CHECKOUT.resolve("store/src/main/resources/muster/store/sql/views.sql"));
        for (Path file : files) {
            String text = Files.readString(file);
            if (file.endsWith("sql/views.sql")) {
                text = right.matcher(text).replaceAll("");
            }
            if (list.matcher(text).find() || text.contains("IN ('absent', 'duplicate')")) {
                others.add(CHECKOUT.relativize(file).toString());
            }
        }
        assertThat(others).containsExactly("store/src/main/java/muster/store/file/row/OutcomeSql.java");
    }

    @Test
    void files_are_short() throws IOException {
        Map<String, Long> tooLong = new TreeMap<>();
        for (Path file : sources()) {
            try (Stream<String> lines = Files.lines(file)) {
                long count = lines.count();
                if (count > MAX_LINES) {
                    tooLong.put(String.valueOf(file.getFileName()), count);
                }
            }
        }
        assertThat(tooLong).as("files of more than %d lines", MAX_LINES).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(CHECKOUT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = String.valueOf(folder.getFileName());
                boolean output = name.equals("target") && Files.exists(folder.resolveSibling("pom.xml"));
                return output || name.startsWith(".") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String path = file.toString();
                boolean java = path.contains("/src/main/java/") && path.endsWith(".java");
                boolean python = path.contains("/src/muster_worker/") && path.endsWith(".py");
                if (java || (python && !path.contains("/wire/"))) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(found).hasSizeGreaterThan(500);
        return found;
    }
}
