package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** THIRD-PARTY-NOTICES.md against what is shipped: the class path of the jar. */
@Tag("thorough")
class LicencesIT {
    private static final Set<String> ALLOWED =
            Set.of("Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "MIT", "MIT-0", "MPL-2.0");
    private static final Pattern ROW = Pattern.compile("\\| (\\S+\\.jar) \\| (\\S+) \\|.*");
    private static final Pattern LICENCES = Pattern.compile("<licenses>(.*?)</licenses>", Pattern.DOTALL);
    private static final Path REPOSITORY = Path.of(System.getProperty("muster.repository", ""));

    @Test
    void every_shipped_jar_is_listed_and_no_other() throws IOException {
        assertThat(listed().keySet()).containsExactlyInAnyOrderElementsOf(shipped());
    }

    @Test
    void every_licence_is_one_that_may_be_shipped() throws IOException {
        assertThat(listed().values()).isSubsetOf(ALLOWED);
    }

    @Test
    void no_pom_of_a_shipped_jar_names_the_gpl_alone() throws IOException {
        for (String jar : shipped()) {
            String licences = licences(pom(jar));
            assertThat(licences).as(jar).isNotEmpty();
            assertThat(licences.contains("GPL") || licences.contains("GNU "))
                    .as(jar + ": " + licences)
                    .isFalse();
        }
    }

    /** It is compiled against classes of Neo4j: only a Neo4j process may load it. */
    @Test
    void the_module_under_the_gpl_says_so_is_not_shipped_and_nothing_depends_on_it() throws IOException {
        Path module = Shell.CHECKOUT.resolve("servers/neo4j-flight");
        assertThat(Files.readString(module.resolve("LICENSE")))
                .contains("GNU GENERAL PUBLIC LICENSE", "Version 3, 29 June 2007");
        assertThat(Files.readString(module.resolve("README.md"))).contains("under the GPLv3");
        try (JarFile jar = new JarFile("target/muster.jar")) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Class-Path"))
                    .doesNotContain("neo4j-flight", "neo4j-5", "gds");
        }
        try (Stream<Path> poms = Files.find(
                Shell.CHECKOUT, 4, (path, attributes) -> path.endsWith("pom.xml") && !path.startsWith(module))) {
            assertThat(poms.toList())
                    .hasSizeGreaterThan(15)
                    .allSatisfy(pom -> assertThat(Files.readString(pom)).doesNotContain("muster-neo4j-flight"));
        }
    }

    @Test
    void the_projects_own_licence_is_the_whole_apache_licence() throws IOException {
        assertThat(Files.readString(Shell.CHECKOUT.resolve("LICENSE")))
                .contains("Version 2.0, January 2004", "9. Accepting Warranty", "limitations under the License.");
    }

    private static List<String> shipped() throws IOException {
        try (JarFile jar = new JarFile("target/muster.jar")) {
            String path = jar.getManifest().getMainAttributes().getValue("Class-Path");
            return Stream.of(path.split(" "))
                    .map(entry -> entry.replace("lib/", ""))
                    .filter(entry -> !entry.startsWith("muster-"))
                    .toList();
        }
    }

    private static Map<String, String> listed() throws IOException {
        Map<String, String> licences = new TreeMap<>();
        for (String line : Files.readAllLines(Shell.CHECKOUT.resolve("THIRD-PARTY-NOTICES.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                licences.put(row.group(1), row.group(2));
            }
        }
        return licences;
    }

    /** The POM's own, or those of the nearest parent that names any. */
    private static String licences(Path pom) throws IOException {
        String xml = Files.readString(pom);
        Matcher own = LICENCES.matcher(xml);
        return own.find() ? own.group(1).strip() : licences(parent(xml));
    }

    private static Path parent(String xml) {
        String parent = xml.substring(xml.indexOf("<parent>"), xml.indexOf("</parent>"));
        String artifact = element(parent, "artifactId");
        String version = element(parent, "version");
        return REPOSITORY
                .resolve(element(parent, "groupId").replace('.', '/'))
                .resolve(artifact)
                .resolve(version)
                .resolve(artifact + "-" + version + ".pom");
    }

    private static String element(String xml, String name) {
        return Pattern.compile("<" + name + ">\\s*(.*?)\\s*</" + name + ">")
                .matcher(xml)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    private static Path pom(String jar) {
        String name = jar.replaceFirst("(-jakarta)?\\.jar$", ".pom");
        try (Stream<Path> files = Files.walk(REPOSITORY)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
