package muster.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values as JSON (RFC 8259) in one line: maps, collections, text, numbers, booleans, null, bytes as hexadecimal text,
 * anything else by its toString. Numbers have no exponent, and those of a double always a point, so that readers of YAML 1.1
 * find a double again; what is not finite is null. Characters that are not printable are escaped.
 */
public final class Json {
    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .characterEscapes(new Escapes())
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();

    private final StringWriter out = new StringWriter();
    private final JsonGenerator generator;

    private Json(boolean spaced) throws IOException {
        generator = FACTORY.createGenerator(out);
        if (spaced) {
            generator.setPrettyPrinter(new Spaces());
        }
    }

    /** With a space after commas and colons. */
    public static String write(@Nullable Object value) {
        return text(true, json -> json.value(value));
    }

    /** Without spaces, for files. */
    public static String compact(@Nullable Object value) {
        return text(false, json -> json.value(value));
    }

    /** An object as {@link #write} has it. Unlike a map, it may have a key twice. */
    public static String object(List<String> keys, List<? extends @Nullable Object> values) {
        return text(true, json -> json.members(keys, values));
    }

    private interface Content {
        void write(Json json) throws IOException;
    }

    private static String text(boolean spaced, Content content) {
        try {
            Json json = new Json(spaced);
            content.write(json);
            json.generator.close();
            return json.out.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void value(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> generator.writeNull();
            case String text -> generator.writeString(text);
            case Long number -> generator.writeNumber(number);
            case Double number -> decimal(number);
            case Number number -> generator.writeNumber(number.toString());
            case Boolean flag -> generator.writeBoolean(flag);
            case Map<?, ?> map -> map(map);
            case Collection<?> items -> array(items);
            case byte[] bytes -> generator.writeString(HexFormat.of().formatHex(bytes));
            default -> generator.writeString(value.toString());
        }
    }

    private void decimal(double number) throws IOException {
        if (Double.isFinite(number)) {
            generator.writeNumber(plain(number));
        } else {
            generator.writeNull();
        }
    }

    private static String plain(double number) {
        String shortest = Double.toString(number);
        return shortest.indexOf('E') < 0 ? shortest : withPoint(new BigDecimal(shortest).toPlainString());
    }

    private static String withPoint(String number) {
        return number.contains(".") ? number : number + ".0";
    }

    private void map(Map<?, ?> map) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            generator.writeFieldName(String.valueOf(entry.getKey()));
            value(entry.getValue());
        }
        generator.writeEndObject();
    }

    private void members(List<String> keys, List<? extends @Nullable Object> values) throws IOException {
        generator.writeStartObject();
        for (int i = 0; i < keys.size(); i++) {
            generator.writeFieldName(keys.get(i));
            value(values.get(i));
        }
        generator.writeEndObject();
    }

    private void array(Collection<?> items) throws IOException {
        generator.writeStartArray();
        for (Object item : items) {
            value(item);
        }
        generator.writeEndArray();
    }

    private static final class Spaces extends MinimalPrettyPrinter {
        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(": ");
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
            generator.writeRaw(", ");
        }
    }

    /** What JSON requires, and what is not printable. */
    private static final class Escapes extends CharacterEscapes {
        private static final char DELETE = 0x7f;

        private final int[] ascii = standardAsciiEscapesForJSON();

        Escapes() {
            ascii[DELETE] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int unit) {
            return Printable.isPrintable((char) unit) ? null : new SerializedString(String.format("\\u%04x", unit));
        }
    }
}
