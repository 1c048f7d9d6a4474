package muster.servers.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import muster.servers.ServerContext;
import muster.servers.host.OwnerFile;
import muster.servers.host.ServerException;

/** A certificate of the server's own for 127.0.0.1 and localhost; a plan trusts it as {@code tls: {ca: FILE}}. */
record Certificate(Path certificate, Path key) {
    private static final String ALIAS = "server";
    /** The store is deleted at once; keytool wants a password. */
    private static final String PASSWORD = "not-a-secret";

    /** The one of this server, made at its first start. */
    static void make(ServerContext context) throws IOException {
        Path home = context.home();
        Certificate files = new Certificate(home.resolve("server.crt"), home.resolve("server.key"));
        if (!Files.exists(files.key)) {
            files.make(Path.of(System.getProperty("java.home"), "bin", "keytool"), home.resolve("server.p12"));
        }
    }

    private void make(Path keytool, Path store) throws IOException {
        try {
            run(List.of(
                    keytool.toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    "3650",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "san=ip:127.0.0.1,dns:localhost",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store.toString()));
            export(store);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        } finally {
            Files.deleteIfExists(store);
        }
    }

    private static void run(List<String> words) throws IOException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new ServerException("keytool made no certificate: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while keytool made a certificate", e);
        }
    }

    private void export(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        Files.writeString(
                certificate, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
        OwnerFile.write(
                key,
                pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n";
    }
}
