package muster.targets.http.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands over the items of an array within a document one by one, so that the array is never held; a value that is no array
 * is the only item. Told each token of the document.
 */
public final class JsonItems {
    private final List<String> steps;
    private final Consumer<@Nullable Object> items;
    private final JsonValue value = new JsonValue();
    /** Of the elements so far, in each open array on the way to the place; -1 in an object. */
    private final int[] counts;

    private String member = "";
    private int depth;
    /** How many of the open containers are on the way to the place: the outermost ones. */
    private int onWay;

    private boolean inArray;
    private boolean found;

    /** @param items takes each: a Map, List, String, Long, BigInteger, Double, Boolean or null */
    public JsonItems(JsonPointer place, Consumer<@Nullable Object> items) {
        this.steps = Stream.iterate(place, step -> !step.matches(), JsonPointer::tail)
                .map(JsonPointer::getMatchingProperty)
                .toList();
        this.items = items;
        this.counts = new int[steps.size() + 1];
    }

    /** Whether the document has something at the place. */
    public boolean found() {
        return found;
    }

    void token(JsonToken token, JsonParser parser) throws IOException {
        if (value.isOpen()) {
            take(token, parser);
        } else if (token == JsonToken.FIELD_NAME) {
            member = onWay == depth ? parser.currentName() : member;
        } else if (token.isStructEnd()) {
            depth--;
            onWay = Math.min(onWay, depth);
            inArray &= depth > steps.size();
        } else {
            value(token, parser);
        }
    }

    private void value(JsonToken token, JsonParser parser) throws IOException {
        boolean reached = isNext();
        if (inArray && depth == steps.size() + 1) {
            take(token, parser);
        } else if (reached && depth == steps.size()) {
            found = true;
            at(token, parser);
        } else if (token.isStructStart()) {
            open(token, reached);
        }
    }

    private void at(JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.START_ARRAY) {
            inArray = true;
            open(token, true);
        } else {
            take(token, parser);
        }
    }

    private void open(JsonToken token, boolean reached) {
        if (reached) {
            onWay++;
        }
        depth++;
        if (onWay == depth && depth < counts.length) {
            counts[depth] = token == JsonToken.START_ARRAY ? 0 : -1;
        }
    }

    /** Whether the value that begins now is on the way, or at its end. */
    private boolean isNext() {
        if (onWay < depth || depth > steps.size()) {
            return false;
        }
        if (depth == 0) {
            return true;
        }
        String key = counts[depth] < 0 ? member : Integer.toString(counts[depth]++);
        return steps.get(depth - 1).equals(key);
    }

    private void take(JsonToken token, JsonParser parser) throws IOException {
        if (value.ends(token, parser)) {
            items.accept(value.taken());
        }
    }
}
