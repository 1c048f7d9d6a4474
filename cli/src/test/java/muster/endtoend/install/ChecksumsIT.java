package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is downloaded is compared with .mvn/checksums: a build of one dependency, with the list as it is and falsified. */
@Tag("nightly")
class ChecksumsIT {
    private static final String ARTIFACT = "org/jspecify/jspecify/";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (" + ARTIFACT + "([0-9.]+)/.*\\.jar)");
    private static final Path LIST = Path.of(".mvn/checksums/checksums.sha256");

    @TempDir
    private Path project;

    @BeforeEach
    void begin() throws IOException {
        for (String file : List.of("mvnw", ".mvn/wrapper/maven-wrapper.properties", ".ci/checksums", LIST.toString())) {
            Files.createDirectories(project.resolve(file).getParent());
            Files.copy(Shell.CHECKOUT.resolve(file), project.resolve(file));
        }
        String version = listed().findFirst()
                .map(line -> LINE.matcher(line).replaceAll("$3"))
                .orElseThrow();
        Files.writeString(project.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>t</groupId><artifactId>t</artifactId><version>1</version><packaging>pom</packaging>
                  <dependencies>
                    <dependency><groupId>org.jspecify</groupId><artifactId>jspecify</artifactId><version>%s</version></dependency>
                  </dependencies>
                </project>
                """.formatted(version));
    }

    private Stream<String> listed() throws IOException {
        return Files.readAllLines(project.resolve(LIST)).stream()
                .filter(line -> LINE.matcher(line).matches());
    }

    @Test
    void a_build_takes_what_is_listed() {
        Shell.Result built = build();
        assertThat(built.exitCode()).as(built.out()).isZero();
    }

    @Test
    void a_build_refuses_a_jar_that_differs_from_the_list() throws IOException {
        String list = Files.readString(project.resolve(LIST));
        String line = listed().findFirst().orElseThrow();
        char other = line.charAt(0) == 'a' ? 'b' : 'a';
        Files.writeString(project.resolve(LIST), list.replace(line, other + line.substring(1)));
        Shell.Result built = build();
        assertThat(built.exitCode()).isNotZero();
        assertThat(built.out()).contains("jspecify").contains("hecksum");
    }

    private Shell.Result build() {
        Shell shell = Shell.in(project).patient().with("JAVA_HOME", System.getProperty("java.home"));
        List<String> command = new ArrayList<>(List.of("./mvnw", "-B", "-ntp"));
        command.addAll(shell.run("bash", ".ci/checksums").outLines());
        command.add("org.apache.maven.plugins:maven-dependency-plugin:3.11.0:resolve");
        return shell.run(command.toArray(String[]::new));
    }
}
