package muster.protocol.golden;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.Lease;
import muster.protocol.MalformedFrame;

/** The golden frames: name, the frame in hexadecimal, and what every language must read in it, or that it refuses it. */
final class GoldenFrames {
    private static final FieldDescriptor ANY_LEASE =
            Envelope.getDescriptor().findFieldByNumber(Envelope.LEASE_FIELD_NUMBER);
    private static final Envelope LEASE = Envelope.newBuilder()
            .setEpoch(-1)
            .setSession(7)
            .setLease(Lease.newBuilder()
                    .setLease(Long.MAX_VALUE)
                    .setFirst(-1)
                    .setCount(3)
                    .setFirstIntendedNs(-5))
            .build();

    private final List<String> cases = new ArrayList<>();

    static String text() {
        GoldenFrames frames = new GoldenFrames();
        frames.bodies();
        frames.unknown();
        frames.truncated();
        frames.damaged();
        return frames.cases.stream().collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    /** Every message, empty and with the largest value in each field, and no message at all. */
    private void bodies() {
        add("no body", Frame.encode(Envelope.newBuilder().setEpoch(1).build()));
        add("nothing at all", Frame.encode(Envelope.getDefaultInstance()));
        for (FieldDescriptor body : ANY_LEASE.getContainingOneof().getFields()) {
            Envelope.Builder empty = Envelope.newBuilder();
            add(
                    "empty " + body.getName(),
                    Frame.encode(empty.setField(body, newOf(empty, body)).build()));
            Envelope.Builder full = Envelope.newBuilder().setEpoch(-1).setSession(-1);
            add(
                    "full " + body.getName(),
                    Frame.encode(full.setField(body, filled(full, body)).build()));
        }
    }

    private static Message newOf(Message.Builder parent, FieldDescriptor field) {
        return parent.newBuilderForField(field).build();
    }

    private static Message filled(Message.Builder parent, FieldDescriptor field) {
        Message.Builder message = parent.newBuilderForField(field);
        for (FieldDescriptor each : message.getDescriptorForType().getFields()) {
            Object value = each.getJavaType() == FieldDescriptor.JavaType.MESSAGE ? filled(message, each) : most(each);
            if (each.isRepeated()) {
                message.addRepeatedField(each, value);
            } else {
                message.setField(each, value);
            }
        }
        return message.build();
    }

    /** All bits set where a number is unsigned, the one with the longest varint where it is signed. */
    private static Object most(FieldDescriptor field) {
        return switch (field.getType()) {
            case UINT64, FIXED64 -> -1L;
            case INT64 -> Long.MIN_VALUE;
            case UINT32 -> -1;
            case DOUBLE -> 0.5;
            case BOOL -> true;
            case STRING -> "Gr\u00fc\u00dfe, \u56f3, \ud83d\ude00";
            case BYTES -> ByteString.copyFrom(new byte[] {0, -1, 127, -128});
            default -> throw new IllegalArgumentException(field.getFullName() + " has a type without a golden value");
        };
    }

    private void unknown() {
        add("an unknown field", with(LEASE, "fa3e020102"));
        add("an unknown number", with(LEASE, "98" + "7d" + "ffffffffffffffffff01"));
        add("a message of a newer peer", frame("09" + "0100000000000000" + "d23e" + "02" + "0801"));
        add("two bodies: the last holds", with(LEASE, "a202" + "00"));
        add("a number of 64 bits where 32 are", frame("f201" + "0b" + "08ffffffffffffffffff01"));
    }

    private void truncated() {
        byte[] whole = Frame.encode(LEASE);
        for (int length = 0; length < whole.length; length++) {
            add("the first " + length + " bytes", Arrays.copyOf(whole, length));
        }
    }

    private void damaged() {
        add("another version", HexFormat.of().parseHex("4d550002"));
        add("another version with the largest number", HexFormat.of().parseHex("4d55ffff"));
        add("a stranger", HexFormat.of().parseHex("474554202f"));
        add("a varint of eleven bytes", frame("98" + "7d" + "ffffffffffffffffffff01"));
        add("a length that is not there", frame("52" + "ffffff07"));
        add("field number zero", frame("00"));
        add("a group that does not end", frame("0b"));
        add("a text that is not UTF-8", frame("52" + "04" + "0a02c328"));
        filled("the largest frame", Frame.MAX_BYTES);
        filled("a frame that is too large", Frame.MAX_BYTES + 1);
    }

    private static byte[] frame(String hex) {
        return with(Envelope.getDefaultInstance(), hex);
    }

    private static byte[] with(Envelope envelope, String hex) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(Frame.encode(envelope));
        bytes.writeBytes(HexFormat.of().parseHex(hex));
        return bytes.toByteArray();
    }

    private void add(String name, byte[] frame) {
        cases.add("{\"name\": \"%s\", \"frame\": \"%s\", %s}"
                .formatted(name, HexFormat.of().formatHex(frame), expected(frame)));
    }

    /** Version and one field of bytes that nobody knows, up to this length: only what it begins with is written. */
    private void filled(String name, int length) {
        byte[] begin = HexFormat.of().parseHex("4d550001" + "fa3e" + lengthVarint(length - 10));
        byte[] frame = Arrays.copyOf(begin, length);
        cases.add("{\"name\": \"%s\", \"frame\": \"%s\", \"bytes\": %d, %s}"
                .formatted(name, HexFormat.of().formatHex(begin), length, expected(frame)));
    }

    private static String lengthVarint(int length) {
        byte[] varint = new byte[4];
        for (int i = 0; i < varint.length; i++) {
            varint[i] = (byte) (((length >>> (7 * i)) & 0x7f) | (i < 3 ? 0x80 : 0));
        }
        return HexFormat.of().formatHex(varint);
    }

    private static String expected(byte[] frame) {
        try {
            return "\"body\": \"" + body(Frame.decode(frame)) + "\", \"fields\": "
                    + quoted(FlatFields.of(Frame.decode(frame)));
        } catch (MalformedFrame refused) {
            return "\"refused\": \"" + reason(refused) + '"';
        }
    }

    private static String body(Envelope envelope) {
        FieldDescriptor body = envelope.getOneofFieldDescriptor(ANY_LEASE.getContainingOneof());
        return body == null ? "" : body.getName();
    }

    /** What both languages say; the rest of the message is the library's. */
    private static String reason(MalformedFrame refused) {
        String message = String.valueOf(refused.getMessage());
        return message.startsWith("not an envelope") ? "not an envelope" : message;
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", ", "[", "]"));
    }
}
