package muster.targets.http.request;

import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;

/** Why a request had no answer; the label is the outcome, the same from Java and Python workers. */
public enum ErrorKind {
    UNKNOWN_HOST("UnknownHost"),
    CONNECTION_REFUSED("ConnectionRefused"),
    CONNECT_TIMEOUT("ConnectTimeout"),
    CONNECT_FAILED("ConnectFailed"),
    /** The client's side: too many open files, or no free port. */
    NO_CONNECTION_LEFT("NoConnectionLeft"),
    ACQUIRE_TIMEOUT("AcquireTimeout"),
    BAD_CERTIFICATE("BadCertificate"),
    TLS_FAILED("TlsFailed"),
    CONNECTION_RESET("ConnectionReset"),
    /** Closed before the answer was whole. */
    CONNECTION_CLOSED("ConnectionClosed"),
    TIMEOUT("Timeout"),
    BAD_RESPONSE("BadResponse"),
    /** HTTP/2: the server ends the connection. */
    GO_AWAY("GoAway"),
    /** HTTP/2: the server ends this request. */
    STREAM_RESET("StreamReset"),
    INTERRUPTED("Interrupted");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** What it was, by the exception; while connecting, a general one means that no connection could be made. */
    public static ErrorKind of(IOException e, boolean connecting) {
        return switch (e) {
            case UnknownHostException ignored -> UNKNOWN_HOST;
            case BindException ignored -> NO_CONNECTION_LEFT;
            case ConnectException refused when message(refused).contains("refused") -> CONNECTION_REFUSED;
            case ConnectException failed -> isNoPort(failed) ? NO_CONNECTION_LEFT : CONNECT_FAILED;
            case SSLException tls -> isCertificate(tls) ? BAD_CERTIFICATE : TLS_FAILED;
            case EOFException ignored -> CONNECTION_CLOSED;
            case ProtocolException ignored -> BAD_RESPONSE;
            case SocketException ignored when !connecting -> CONNECTION_RESET;
            case IOException files when message(files).contains("Too many open files") -> NO_CONNECTION_LEFT;
            case IOException ignored -> connecting ? CONNECT_FAILED : CONNECTION_RESET;
        };
    }

    private static boolean isNoPort(IOException e) {
        return message(e).contains("Cannot assign requested address");
    }

    private static boolean isCertificate(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException || message(cause).contains("certificate")) {
                return true;
            }
        }
        return false;
    }

    private static String message(Throwable e) {
        return String.valueOf(e.getMessage());
    }

    /** The failure of a request that may have been sent. */
    public OperationFailure failure(String message, Request request, boolean sent) {
        return new OperationFailure(kind(request, sent), label, message);
    }

    private Kind kind(Request request, boolean sent) {
        if (sent && request.changes()) {
            return Kind.UNKNOWN;
        }
        return switch (this) {
            // The operation's time is used up, or the next attempt would meet the same.
            case TIMEOUT, UNKNOWN_HOST, BAD_CERTIFICATE, INTERRUPTED -> Kind.PERMANENT;
            default -> Kind.TRANSIENT;
        };
    }
}
