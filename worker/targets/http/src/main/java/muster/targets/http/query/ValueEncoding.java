package muster.targets.http.query;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import muster.text.Json;
import org.jspecify.annotations.Nullable;

/** How a value is written so that it stays one value, whatever is in it. Null is null in JSON and nothing elsewhere. */
enum ValueEncoding {
    /** In a path, a query string or a form: all but RFC 3986's unreserved letters as %20 and the like. */
    PERCENT {
        @Override
        String of(@Nullable Object value) {
            StringBuilder out = new StringBuilder();
            for (byte octet : PLAIN.of(value).getBytes(StandardCharsets.UTF_8)) {
                if (isUnreserved(octet)) {
                    out.append((char) octet);
                } else {
                    HEX.toHexDigits(out.append('%'), octet);
                }
            }
            return out.toString();
        }
    },
    /** RFC 9110, 5.5: a control character, which might begin another header, counts as a space. */
    HEADER {
        @Override
        String of(@Nullable Object value) {
            return PLAIN.of(value).replaceAll("\\p{Cntrl}", " ");
        }
    },
    /** In JSON, outside of quotes: a value of its type. */
    JSON {
        @Override
        String of(@Nullable Object value) {
            return Json.write(value);
        }
    },
    /** In JSON, between quotes. */
    JSON_TEXT {
        @Override
        String of(@Nullable Object value) {
            String text = Json.write(PLAIN.of(value));
            return text.substring(1, text.length() - 1);
        }
    },
    /** As it is. */
    PLAIN {
        @Override
        String of(@Nullable Object value) {
            return value == null ? "" : value instanceof String text ? text : Json.write(value);
        }
    };

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    abstract String of(@Nullable Object value);

    private static boolean isUnreserved(byte octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || "-._~".indexOf(octet) >= 0;
    }
}
