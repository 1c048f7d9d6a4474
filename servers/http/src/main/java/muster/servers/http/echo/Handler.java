package muster.servers.http.echo;

/** How a whole request becomes an answer. */
sealed interface Handler permits Pooled, Inline {
    /** On the loop of the connection; ends with {@link Connection#answer}. */
    void handle(Connection connection);
}
