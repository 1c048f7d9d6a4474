package muster.targets.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Against the tree of another reader of JSON. */
class JsonItemsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private record Read(List<@Nullable Object> items, boolean found, String wrong) {}

    /** Arrives in parts of so many bytes. */
    private static Read read(String document, String pointer, int part) {
        List<@Nullable Object> items = new ArrayList<>();
        JsonItems reader = new JsonItems(JsonPointer.compile(pointer), items::add);
        JsonDocument whole = new JsonDocument(List.of(reader));
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at += part) {
            whole.add(bytes, at, Math.min(part, bytes.length - at));
        }
        String wrong = whole.end();
        return new Read(items, reader.found(), wrong);
    }

    @Test
    void the_items_at_every_place_of_random_documents_are_those_of_the_tree() throws Exception {
        Random random = new Random(5);
        for (int i = 0; i < 300; i++) {
            JsonNode document = node(random, 4);
            Set<String> pointers = new LinkedHashSet<>(List.of("/absent", "/0/0", "/a/b/c"));
            collect(document, "", pointers);
            for (String pointer : pointers) {
                Read read = read(document.toString(), pointer, 1 + random.nextInt(9));
                JsonNode expected = document.at(pointer);
                assertThat(read.wrong()).as("%s at %s", document, pointer).isEmpty();
                assertThat(read.found()).as("%s at %s", document, pointer).isEqualTo(!expected.isMissingNode());
                assertThat(read.items()).as("%s at %s", document, pointer).isEqualTo(items(expected));
            }
        }
    }

    private static void collect(JsonNode node, String pointer, Set<String> pointers) {
        pointers.add(pointer);
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collect(node.get(i), pointer + "/" + i, pointers);
        }
        node.properties()
                .forEach(member -> collect(
                        member.getValue(),
                        pointer + "/" + member.getKey().replace("~", "~0").replace("/", "~1"),
                        pointers));
    }

    private static List<@Nullable Object> items(JsonNode node) throws Exception {
        if (node.isMissingNode()) {
            return List.of();
        }
        Object value = MAPPER.readerFor(Object.class)
                .with(DeserializationFeature.USE_LONG_FOR_INTS)
                .readValue(node.toString());
        if (value instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        List<@Nullable Object> single = new ArrayList<>();
        single.add(value);
        return single;
    }

    private static JsonNode node(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 10)) {
            case 0 -> NODES.numberNode(random.nextLong());
            case 1 -> NODES.numberNode(random.nextGaussian());
            case 2 -> NODES.textNode("t\u00fc\ud83d\ude00\"\\\n" + random.nextInt(9));
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.nullNode();
            case 5 -> NODES.numberNode(random.nextInt(3));
            case 6, 7 -> {
                ArrayNode array = NODES.arrayNode();
                IntStream.range(0, random.nextInt(4)).forEach(i -> array.add(node(random, depth - 1)));
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                String[] names = {"a", "b", "c", "0", "1", "", "s/l", "t~e"};
                IntStream.range(0, random.nextInt(4))
                        .forEach(i -> object.set(names[random.nextInt(names.length)], node(random, depth - 1)));
                yield object;
            }
        };
    }

    @Test
    void whole_numbers_beyond_64_bits_keep_their_value() {
        assertThat(read("[123456789012345678901234567890, 9223372036854775807]", "", 3)
                        .items())
                .isEqualTo(Arrays.asList(new BigInteger("123456789012345678901234567890"), Long.MAX_VALUE));
    }

    @Test
    void what_is_no_json_or_is_cut_says_so() {
        assertThat(List.of("", "[1, 2", "{\"a\": [1, 2}", "nonsense", "[1] x"))
                .allSatisfy(
                        text -> assertThat(read(text, "/a", 2).wrong()).as(text).isNotEmpty());
    }

    @Test
    void an_array_of_a_million_items_is_not_held() {
        long[] sum = new long[1];
        JsonItems reader =
                new JsonItems(JsonPointer.compile("/rows"), item -> sum[0] += (Long) (item == null ? 0L : item));
        JsonDocument document = new JsonDocument(List.of(reader));
        byte[] part = IntStream.range(0, 1000)
                .mapToObj(i -> i + ",")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        byte[] head = "{\"rows\": [".getBytes(StandardCharsets.UTF_8);
        document.add(head, 0, head.length);
        for (int i = 0; i < 1000; i++) {
            document.add(part, 0, part.length);
        }
        byte[] tail = "0], \"more\": 1}".getBytes(StandardCharsets.UTF_8);
        document.add(tail, 0, tail.length);
        assertThat(document.end()).isEmpty();
        assertThat(sum[0]).isEqualTo(1000L * 999 * 1000 / 2);
    }
}
