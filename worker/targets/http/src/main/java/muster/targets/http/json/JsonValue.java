package muster.targets.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a document, put together of its tokens; maps keep the order of their members. */
final class JsonValue {
    private final Deque<Object> open = new ArrayDeque<>();
    private final Deque<String> members = new ArrayDeque<>();
    private @Nullable Object whole;

    /** Whether it has begun and not ended. */
    boolean isOpen() {
        return !open.isEmpty();
    }

    /** The value that ended last. */
    @Nullable
    Object taken() {
        return whole;
    }

    /** Whether the value ends with this token. */
    boolean ends(JsonToken token, JsonParser parser) throws IOException {
        switch (token) {
            case START_OBJECT -> open.push(new LinkedHashMap<String, @Nullable Object>());
            case START_ARRAY -> open.push(new ArrayList<@Nullable Object>());
            case FIELD_NAME -> members.push(parser.currentName());
            case END_OBJECT, END_ARRAY -> add(open.pop());
            default -> add(scalar(token, parser));
        }
        return open.isEmpty();
    }

    @SuppressWarnings("unchecked") // Only what this class has made is on the stack.
    private void add(@Nullable Object value) {
        switch (open.peek()) {
            case null -> whole = value;
            case List<?> list -> ((List<@Nullable Object>) list).add(value);
            case Map<?, ?> map -> ((Map<String, @Nullable Object>) map).put(members.pop(), value);
            default -> throw new IllegalStateException();
        }
    }

    private static @Nullable Object scalar(JsonToken token, JsonParser parser) throws IOException {
        return switch (token) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Object) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            default -> parser.getText();
        };
    }
}
