package muster.coordinator.core.event;

import java.util.List;
import muster.protocol.DataFile;

/**
 * What somebody asked to be run.
 *
 * @param request drawn by the client: a request that is sent twice is one run
 * @param trials 0 for the plan's own number
 * @param leaseSize operations in one lease, 0 for automatic
 * @param mayErase HOST/DATABASE that may be erased though it is not marked; "" for none
 * @param mayWrite HOST/DATABASE whose contents a plan with {@code data: none} may change; "" for none
 * @param overhead whether Muster is compared with itself, so that a wait for a core is no evidence (docs/semantics.md rule 21)
 */
public record Submission(
        long request,
        String name,
        String mode,
        int expectWorkers,
        long workerTimeoutNs,
        int trials,
        int leaseSize,
        String mayErase,
        String mayWrite,
        List<DataFile> files,
        boolean overhead) {}
