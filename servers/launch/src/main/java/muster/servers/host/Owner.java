package muster.servers.host;

/** Who stops a server. */
public enum Owner {
    /** It runs until somebody stops it; it outlives the process that started it. */
    NOBODY,
    /**
     * This process: its server stops and, if its data folder was new, that folder is deleted, when it is closed or when
     * the process ends normally or by Ctrl-C. After a kill -9 the next start does this.
     */
    THIS_PROCESS
}
