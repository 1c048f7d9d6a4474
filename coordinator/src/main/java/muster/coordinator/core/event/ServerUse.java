package muster.coordinator.core.event;

/**
 * What the process of a server used during a phase, where it could be observed. Processor times are in cores: 1.5 is one and a
 * half cores all the time.
 *
 * @param name such as "pid 4711 (java)"
 * @param seconds that were observed
 * @param allowedCores that it may use
 * @param hostCores of its host
 * @param hostIdleCores nobody used, waiting for a disk included
 * @param waitedCores its threads could have used, and waited for
 * @param busiestThread by name; "" for none
 * @param busiestThreadCores that this one used
 * @param runnableThreadCores the most that one thread used or waited for
 * @param diskBusy share of the time in which the busiest disk of the host had something to do
 * @param flushesPerS of all disks of the host
 * @param threadsOnDisk of the server that waited for a disk, on average
 * @param threadsInFsync those of them that had called fsync or the like
 * @param diskPressure share of the time in which some task of the host waited for a disk; 0 where the kernel does not say
 * @param autogroup the kernel's scheduling group of its session; "" where that is not known
 */
public record ServerUse(
        String name,
        double seconds,
        double cpuCores,
        double allowedCores,
        double hostCores,
        double hostIdleCores,
        double waitedCores,
        String busiestThread,
        double busiestThreadCores,
        double runnableThreadCores,
        double diskBusy,
        double flushesPerS,
        double threadsOnDisk,
        double threadsInFsync,
        double diskPressure,
        String autogroup) {}
