package muster.model;

/**
 * A start of a server that a plan names.
 *
 * @param data what it started with: "empty", "kept", "copied" (it had just been loaded, and was copied) or "restored"
 * @param pid of its main process
 * @param cpus that its affinity allows, as the kernel lists them: "0-1"
 * @param stopNs to stop the one before
 * @param copyNs to copy or restore its data
 * @param startNs until it answered a query
 * @param bytes that were copied or restored
 */
public record ServerStartRow(
        long runId,
        int step,
        int trial,
        String data,
        String name,
        String version,
        long pid,
        String cpus,
        String heap,
        String settingsJson,
        long stopNs,
        long copyNs,
        long startNs,
        long bytes) {}
