package muster.endtoend.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Jazzer on every decoder, guided by coverage, for a minute each (-Dmuster.fuzz.seconds=N). */
@Tag("nightly")
class JazzerIT {
    private static final int SECONDS = Integer.getInteger("muster.fuzz.seconds", 60);
    private static final int START_S = 180;

    @TestFactory
    Stream<DynamicTest> jazzer_finds_nothing() {
        return Targets.ALL.keySet().stream().map(name -> DynamicTest.dynamicTest(name, () -> fuzz(name)));
    }

    private static void fuzz(String name) throws IOException, InterruptedException {
        Path corpus = Files.createDirectories(Path.of("target/fuzz", name));
        List<byte[]> seeds = Targets.seeds(name);
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(corpus.resolve("seed-" + i), seeds.get(i));
        }
        Path log = Path.of("target/fuzz", name + ".log");
        Process process = new ProcessBuilder(command(name, corpus))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(SECONDS + START_S, TimeUnit.SECONDS);
        process.destroyForcibly();
        assertThat(ended).isTrue();
        String said = Files.readString(log);
        said.lines()
                .filter(line -> line.contains("number_of_executed_units"))
                .forEach(line -> System.out.println(name + " " + line));
        assertThat(process.exitValue()).as(said).isZero();
    }

    private static List<String> command(String name, Path corpus) {
        return List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx700m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=muster.cli.fuzz." + name,
                "--instrumentation_includes=muster.**",
                corpus.toString(),
                "-max_total_time=" + SECONDS,
                "-print_final_stats=1",
                "-artifact_prefix=target/fuzz/" + name + "-");
    }
}
