package muster.coordinator.core.event;

/** Who is at the other end of a connection: the ROUTER's identity as hexadecimal digits. */
public record Peer(String id) {}
