package muster.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one line of JSON (RFC 8259) as maps in their order, lists, texts, booleans, null, longs, and doubles for numbers with
 * a fraction or an exponent. Unlike the reader of plans it keeps no places, so that it can read one line an operation.
 */
public final class JsonReader {
    /** Deeper ones would exhaust the stack. */
    private static final int DEEPEST = 32;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();

    private final JsonParser parser;

    private JsonReader(JsonParser parser) {
        this.parser = parser;
    }

    /** Throws {@link IllegalArgumentException} with the position and what is wrong there. */
    public static @Nullable Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            Object value = new JsonReader(parser).value(parser.nextToken());
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "expected nothing more");
            }
            return value;
        } catch (JsonProcessingException wrong) {
            throw new IllegalArgumentException(place(wrong.getLocation()) + message(wrong), wrong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String place(@Nullable JsonLocation location) {
        return location == null ? "" : "character " + location.getColumnNr() + ": ";
    }

    private static String message(JsonProcessingException wrong) {
        return wrong instanceof InputCoercionException
                ? "expected 64 bits"
                : Printable.line(wrong.getOriginalMessage());
    }

    private @Nullable Object value(@Nullable JsonToken token) throws IOException {
        // No "case null": such a switch makes classes when it first runs, for 50 ms of each start.
        return switch (token == null ? JsonToken.NOT_AVAILABLE : token) {
            case START_OBJECT -> map();
            case START_ARRAY -> list();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonParseException(parser, "expected a value");
        };
    }

    private Map<String, @Nullable Object> map() throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            map.put(key, value(parser.nextToken()));
        }
        return map;
    }

    private List<@Nullable Object> list() throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            list.add(value(next));
        }
        return list;
    }
}
