package muster.coordinator.core.membership;

/** A worker's part in one stream of a phase: its clients, and the leases that these ask for. */
public record MemberStream(MemberClients clients, MemberLeases leases) {}
