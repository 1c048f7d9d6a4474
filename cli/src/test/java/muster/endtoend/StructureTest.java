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
import com.tngtech.archunit.lang.conditions.ArchConditions;
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

    @Test
    void the_core_of_the_coordinator_knows_no_row_of_the_store() {
        noClasses()
                .that()
                .resideInAPackage("muster.coordinator.core..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("muster.store..")
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
    void protocol_workloads_store_and_statistics_use_nothing_of_ours_but_text_and_the_model() {
        alone("muster.text..");
        alone("muster.host..");
        alone("muster.protocol..", "muster.model..");
        alone("muster.workloads..");
        alone("muster.model..");
        alone("muster.store..", "muster.model..");
        alone("muster.statistics..");
    }

    @Test
    void the_report_uses_the_store_and_statistics_and_the_coordinator_no_report() {
        classes()
                .that()
                .resideInAPackage("muster.report..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "muster.report..",
                                "muster.store..",
                                "muster.model..",
                                "muster.statistics..",
                                "muster.text..")
                        .or(JavaClass.Predicates.resideOutsideOfPackage("muster..")))
                .check(MUSTER);
        noClasses()
                .that()
                .resideInAPackage("muster.coordinator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("muster.report..")
                .check(MUSTER);
    }

    /** The modules of experiments come after this one, so that it cannot use them; nor may any text of it name their classes. */
    @Test
    void no_source_outside_of_experiments_names_one() throws IOException {
        List<String> naming = new ArrayList<>();
        for (Path file : sources()) {
            String path = CHECKOUT.relativize(file).toString();
            if (!path.startsWith("experiments") && Files.readString(file).contains("muster.experiments")) {
                naming.add(path);
            }
        }
        assertThat(naming).isEmpty();
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
    void what_targets_have_in_common_knows_none_of_them() {
        classes()
                .that()
                .resideInAPackage("muster.targets.support..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                        "muster.targets.support..", "muster.workloads..", "java..", "javax.net..", "org.jspecify.."))
                .check(MUSTER);
    }

    /** Neo4j's statements also go over HTTP, by the client of target http. */
    @Test
    void no_target_of_a_database_uses_that_of_another() {
        slices().matching("muster.targets.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        JavaClass.Predicates.resideInAPackage("muster.targets.."),
                        JavaClass.Predicates.resideInAPackage("muster.targets.support.."))
                .ignoreDependency(
                        JavaClass.Predicates.resideInAPackage("muster.targets.neo4j.."),
                        JavaClass.Predicates.resideInAPackage("muster.targets.http.."))
                .check(MUSTER);
    }

    @Test
    void workers_use_the_protocol_the_model_workloads_and_the_host() {
        classes()
                .that()
                .resideInAPackage("muster.worker..")
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(
                                "muster.worker..",
                                "muster.protocol..",
                                "muster.model..",
                                "muster.workloads..",
                                "muster.host..")
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
    void coordinator_and_web_use_what_lies_below_them() {
        String[] below = {
            "muster.protocol..",
            "muster.workloads..",
            "muster.store..",
            "muster.text..",
            "muster.model..",
            "muster.statistics..",
            "muster.host.."
        };
        onlyUses("muster.coordinator..", Stream.concat(Stream.of("muster.coordinator.."), Stream.of(below)));
        onlyUses(
                "muster.web..",
                Stream.of(
                        "muster.web..",
                        "muster.coordinator.server..",
                        "muster.report..",
                        below[0],
                        below[2],
                        below[3],
                        below[4]));
        onlyUses("muster.servers..", Stream.of("muster.servers.."));
    }

    private static void onlyUses(String module, Stream<String> allowed) {
        classes()
                .that()
                .resideInAPackage(module)
                .should()
                .onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(allowed.toArray(String[]::new))
                        .or(JavaClass.Predicates.resideOutsideOfPackage("muster..")))
                .check(MUSTER);
    }

    @Test
    void drivers_are_used_by_targets_alone() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "muster.protocol..",
                        "muster.workloads..",
                        "muster.store..",
                        "muster.coordinator..",
                        "muster.web..",
                        "muster.worker..",
                        "muster.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.neo4j..",
                        "org.postgresql..",
                        "com.falkordb..",
                        "redis.clients..",
                        "com.arangodb..",
                        "org.apache.hugegraph..",
                        "org.apache.tinkerpop..",
                        "org.apache.arrow..",
                        "io.netty..")
                .check(MUSTER);
    }

    @Test
    void workloads_and_workers_know_no_sql_and_workloads_no_socket() {
        noClasses()
                .that()
                .resideInAnyPackage("muster.workloads..", "muster.worker..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "org.sqlite..")
                .check(MUSTER);
        noClasses()
                .that()
                .resideInAPackage("muster.workloads..")
                .and()
                .resideOutsideOfPackage("muster.workloads.target..") // It helps targets with their connections.
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAnyPackage("org.zeromq..", "java.net.http..")
                        .or(JavaClass.Predicates.assignableTo(java.net.Socket.class))
                        .or(JavaClass.Predicates.assignableTo(java.nio.channels.NetworkChannel.class)))
                .check(MUSTER);
    }

    /** What it calls, too, wherever that stands. */
    @Test
    void the_protocol_of_the_worker_knows_no_socket_no_sql_and_no_clock() {
        classes()
                .that()
                .haveSimpleName("WorkerProtocol")
                .should(ArchConditions.not(ArchConditions.transitivelyDependOnClassesThat(
                        JavaClass.Predicates.resideInAnyPackage("org.zeromq..", "java.sql..")
                                .or(JavaClass.Predicates.assignableTo(java.nio.channels.NetworkChannel.class)))))
                .check(MUSTER);
        noClasses()
                .that()
                .resideInAPackage("muster.worker.agent.protocol..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(MUSTER);
    }

    /** By its imports, since it is not on the path of this module. */
    @Test
    void the_simulator_knows_no_socket_and_no_sql() throws IOException {
        Pattern world =
                Pattern.compile("(?m)^import (static )?(java\\.sql|java\\.net|java\\.nio\\.channels|org\\.zeromq)\\.");
        List<String> found = new ArrayList<>();
        for (Path file : sources()) {
            if (file.startsWith(CHECKOUT.resolve("simulator"))
                    && world.matcher(Files.readString(file)).find()) {
                found.add(CHECKOUT.relativize(file).toString());
            }
        }
        assertThat(found).isEmpty();
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
        files.add(CHECKOUT.resolve("store/src/main/resources/muster/store/file/sqlite/sql/views.sql"));
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
