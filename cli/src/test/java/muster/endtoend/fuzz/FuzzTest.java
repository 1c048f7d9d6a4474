package muster.endtoend.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every decoder: what was found before (resources/fuzz/TARGET), right inputs, and some hundred that are near them. */
class FuzzTest {
    private static final int MUTANTS = 300;

    @TestFactory
    Stream<DynamicTest> no_decoder_throws_an_unexpected_exception() {
        return Targets.ALL.entrySet().stream()
                .map(target -> DynamicTest.dynamicTest(target.getKey(), () -> run(target.getKey(), target.getValue())));
    }

    private static void run(String name, Consumer<byte[]> decoder) throws IOException {
        for (byte[] found : found(name)) {
            decoder.accept(found);
        }
        long seed = ThreadLocalRandom.current().nextLong();
        Random random = new Random(seed);
        List<byte[]> seeds = Targets.seeds(name);
        for (byte[] right : seeds) {
            decoder.accept(right);
        }
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutant(seeds.get(random.nextInt(seeds.size())), random);
            try {
                decoder.accept(mutant);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + HexFormat.of().formatHex(mutant), e);
            }
        }
    }

    private static byte[] mutant(byte[] right, Random random) {
        byte[] mutant = Arrays.copyOf(right, random.nextInt(4) == 0 ? random.nextInt(right.length + 9) : right.length);
        for (int i = random.nextInt(4); i >= 0 && mutant.length > 0; i--) {
            mutant[random.nextInt(mutant.length)] = (byte) random.nextInt();
        }
        return mutant;
    }

    private static List<byte[]> found(String name) throws IOException {
        Path folder = Path.of("src/test/resources/fuzz", name);
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(FuzzTest::read).toList();
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
