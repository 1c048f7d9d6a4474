package muster.servers.janusgraph;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Questions to a node of Cassandra, in version 4 of its protocol, of which little is needed. */
final class CqlQuery {
    private static final int TIMEOUT_MILLISECONDS = 5_000;
    private static final int VERSION = 4;
    private static final int STARTUP = 1;
    private static final int READY = 2;
    private static final int QUERY = 7;
    private static final int RESULT = 8;
    private static final int ROWS = 2;
    private static final int CONSISTENCY_ONE = 1;
    private static final int WITHOUT_METADATA = 2;
    private static final int MAX = 1 << 20;

    private CqlQuery() {}

    /** The version of the schema that the node has, and that which each of its peers has as far as it knows. */
    static List<String> schemas(InetSocketAddress node) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(node, TIMEOUT_MILLISECONDS);
            socket.setSoTimeout(TIMEOUT_MILLISECONDS);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            send(out, STARTUP, startup());
            expect(in, READY);
            List<String> schemas = new ArrayList<>();
            for (String table : List.of("local", "peers_v2")) {
                send(out, QUERY, query("SELECT schema_version FROM system." + table));
                schemas.addAll(column(expect(in, RESULT)));
            }
            return schemas;
        }
    }

    private static byte[] startup() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(bytes);
        body.writeShort(1);
        body.writeUTF("CQL_VERSION");
        body.writeUTF("3.0.0");
        return bytes.toByteArray();
    }

    private static byte[] query(String cql) throws IOException {
        byte[] text = cql.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(bytes);
        body.writeInt(text.length);
        body.write(text);
        body.writeShort(CONSISTENCY_ONE);
        body.writeByte(WITHOUT_METADATA);
        return bytes.toByteArray();
    }

    private static void send(DataOutputStream out, int opcode, byte[] body) throws IOException {
        out.writeByte(VERSION);
        out.writeByte(0);
        out.writeShort(0);
        out.writeByte(opcode);
        out.writeInt(body.length);
        out.write(body);
        out.flush();
    }

    /** The body of the answer. */
    private static ByteBuffer expect(DataInputStream in, int opcode) throws IOException {
        in.skipNBytes(4);
        int answered = in.readUnsignedByte();
        int length = in.readInt();
        if (answered != opcode || length < 0 || length > MAX) {
            throw new IOException("CQL answered " + answered + " where " + opcode + " was expected");
        }
        return ByteBuffer.wrap(in.readNBytes(length));
    }

    /** The only column of a result, in hexadecimal digits; "" where nothing is known. */
    private static List<String> column(ByteBuffer result) throws IOException {
        try {
            int kind = result.getInt();
            result.position(result.position() + 2 * Integer.BYTES);
            int rows = result.getInt();
            List<String> values = new ArrayList<>();
            for (int row = 0; kind == ROWS && row < rows; row++) {
                byte[] value = new byte[Math.clamp(result.getInt(), 0, result.remaining())];
                result.get(value);
                values.add(HexFormat.of().formatHex(value));
            }
            return values;
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException("CQL answered with rows that end early", e);
        }
    }
}
