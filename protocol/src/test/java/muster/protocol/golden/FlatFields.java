package muster.protocol.golden;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What a message holds as texts such as "lease.first=7", in the order of field numbers. */
final class FlatFields {
    private final List<String> texts = new ArrayList<>();

    private FlatFields() {}

    static List<String> of(Message message) {
        FlatFields fields = new FlatFields();
        fields.add("", message);
        return fields.texts;
    }

    private void add(String path, Message message) {
        message.getAllFields().forEach((field, value) -> {
            if (field.isRepeated()) {
                int number = 0;
                for (Object each : (List<?>) value) {
                    add(path + field.getName() + "[" + number++ + "]", field, each);
                }
            } else {
                add(path + field.getName(), field, value);
            }
        });
    }

    private void add(String path, FieldDescriptor field, Object value) {
        if (value instanceof Message message) {
            add(path + ".", message);
        } else {
            texts.add(path + "=" + text(field, value));
        }
    }

    private static String text(FieldDescriptor field, Object value) {
        return switch (field.getType()) {
            case UINT64, FIXED64 -> Long.toUnsignedString((Long) value);
            case UINT32 -> Integer.toUnsignedString((Integer) value);
            case BYTES -> HexFormat.of().formatHex(((ByteString) value).toByteArray());
            default -> value.toString();
        };
    }
}
