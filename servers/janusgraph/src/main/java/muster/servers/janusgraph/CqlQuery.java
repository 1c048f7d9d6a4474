package muster.servers.janusgraph;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import muster.servers.Ports;

/** The question whether a node of Cassandra is ready, in version 4 of its protocol, which fits on a page. */
final class CqlQuery {
    private static final int TIMEOUT_MILLISECONDS = 5_000;
    private static final int VERSION = 4;
    private static final int STARTUP = 1;
    private static final int READY = 2;
    private static final int QUERY = 7;
    private static final int RESULT = 8;
    private static final int CONSISTENCY_ONE = 1;
    private static final int LONGEST = 1 << 20;

    private CqlQuery() {}

    static void answered(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(port), TIMEOUT_MILLISECONDS);
            socket.setSoTimeout(TIMEOUT_MILLISECONDS);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            send(out, STARTUP, startup());
            expect(in, READY);
            send(out, QUERY, query());
            expect(in, RESULT);
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

    private static byte[] query() throws IOException {
        byte[] text = "SELECT release_version FROM system.local".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream body = new DataOutputStream(bytes);
        body.writeInt(text.length);
        body.write(text);
        body.writeShort(CONSISTENCY_ONE);
        body.writeByte(0);
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

    private static void expect(DataInputStream in, int opcode) throws IOException {
        in.skipNBytes(4);
        int answered = in.readUnsignedByte();
        int length = in.readInt();
        if (answered != opcode || length < 0 || length > LONGEST) {
            throw new IOException("CQL answered " + answered + " where " + opcode + " was expected");
        }
        in.skipNBytes(length);
    }
}
