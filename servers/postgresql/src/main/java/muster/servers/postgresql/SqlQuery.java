package muster.servers.postgresql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import muster.servers.ServerContext;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;

/** The question whether PostgreSQL is ready, asked by its own client. */
final class SqlQuery {
    private static final int TIMEOUT_SECONDS = 10;

    private SqlQuery() {}

    static void answered(ServerContext context) throws IOException, InterruptedException {
        ProcessBuilder client = new ProcessBuilder(
                        context.libraries().resolve("psql").toString(),
                        "--no-psqlrc",
                        "--tuples-only",
                        "--no-align",
                        "--no-password",
                        "--command=SELECT 40 + 2",
                        "host=%s port=%d user=%s dbname=postgres connect_timeout=5"
                                .formatted(Ports.HOST, context.ports().of("sql"), PostgresqlProvider.USER))
                .redirectErrorStream(true);
        context.password().ifPresent(password -> client.environment().put("PGPASSWORD", password.value()));
        String answer = answer(client.start());
        if (answer.contains("password authentication failed")) {
            throw new ServerException("the server refuses the password of "
                    + context.password().map(Object::toString).orElse("nobody")
                    + ": a password is set when the data folder is created; use that one, or another data folder");
        }
        if (!answer.equals("42")) {
            throw new IOException("a query was answered with " + answer);
        }
        Files.deleteIfExists(ClusterConfiguration.passwordFile(context));
    }

    private static String answer(Process client) throws IOException, InterruptedException {
        client.getOutputStream().close();
        if (!client.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            client.destroyForcibly();
            throw new IOException("psql did not end within " + TIMEOUT_SECONDS + " s");
        }
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
