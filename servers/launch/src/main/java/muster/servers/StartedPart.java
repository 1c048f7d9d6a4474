package muster.servers;

/** A process of a server, as its state file keeps it: which part, what was fetched for it, and which process it is. */
public record StartedPart(String name, String cacheEntry, ProcessIdentity process, String stopSignal) {
    static StartedPart of(ServerPart part, ProcessIdentity process) {
        return new StartedPart(part.name(), ServerCache.entryName(part), process, part.stopSignal());
    }

    public boolean isAlive() {
        return process.isAlive();
    }
}
