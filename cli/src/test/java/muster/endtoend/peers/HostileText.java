package muster.endtoend.peers;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** Text that does harm where it is taken for more than text, for each field that can hold one; it knows which were used. */
final class HostileText {
    private static final String LONG = "A".repeat(1 << 16);

    private final Set<String> used = new TreeSet<>();

    /**
     * A formula of spreadsheets, a name by which the text is found again, what colours and titles a terminal, what turns text
     * around, ends of quotes, labels and lines, markup, and 64 KB.
     *
     * @param field "Message.field"
     */
    String of(String field) {
        used.add(field);
        return "=cmd|' /C calc'!A0 " + mark(field)
                + "\u001b[31m\u001b]0;x\u0007\u202egnp\u2028\u0000\"'`\\} 666\r\nmuster_fake{} 1\n<script>alert(1)</script>"
                + LONG;
    }

    static String mark(String field) {
        return "~" + field + "~";
    }

    /** Fields of text that were used so far. */
    Set<String> used() {
        return used;
    }

    /** A message whose fields of text are all hostile, and those of its parts; each list has one entry. */
    <T extends Message> T fill(T message) {
        Message.Builder filled = message.toBuilder();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            if (field.isMapField() || field.getJavaType() == JavaType.MESSAGE) {
                part(filled, field);
            } else if (field.getJavaType() == JavaType.STRING) {
                String text = of(name(field));
                set(filled, field, text);
            }
        }
        @SuppressWarnings("unchecked") // A builder makes what it was made from.
        T whole = (T) filled.build();
        return whole;
    }

    private void part(Message.Builder filled, FieldDescriptor field) {
        if (field.isMapField() && field.getMessageType().getFields().stream().noneMatch(HostileText::isText)) {
            return;
        }
        Message part = field.isRepeated() ? filled.newBuilderForField(field).build() : (Message) filled.getField(field);
        set(filled, field, fill(part));
    }

    private static void set(Message.Builder filled, FieldDescriptor field, Object value) {
        if (field.isRepeated()) {
            filled.addRepeatedField(field, value);
        } else {
            filled.setField(field, value);
        }
    }

    private static boolean isText(FieldDescriptor field) {
        return field.getJavaType() == JavaType.STRING || field.getJavaType() == JavaType.BYTE_STRING;
    }

    /** "Hello.environment.value" for a part of a map. */
    private static String name(FieldDescriptor field) {
        Descriptor of = field.getContainingType();
        if (!of.getOptions().getMapEntry()) {
            return of.getName() + "." + field.getName();
        }
        FieldDescriptor map = of.getContainingType().getFields().stream()
                .filter(each -> each.isMapField() && each.getMessageType().equals(of))
                .findFirst()
                .orElseThrow();
        return name(map) + "." + field.getName();
    }

    /** Every field of text or bytes of a message and of all that it may hold. */
    static Set<String> fields(Descriptor message) {
        Set<String> names = new TreeSet<>();
        add(message, names, new HashSet<>());
        return names;
    }

    private static void add(Descriptor message, Set<String> names, Set<Descriptor> seen) {
        if (!seen.add(message)) {
            return;
        }
        for (FieldDescriptor field : message.getFields()) {
            if (isText(field)) {
                names.add(name(field));
            } else if (field.getJavaType() == JavaType.MESSAGE) {
                add(field.getMessageType(), names, seen);
            }
        }
    }
}
