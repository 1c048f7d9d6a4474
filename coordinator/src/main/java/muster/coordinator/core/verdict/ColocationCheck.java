package muster.coordinator.core.verdict;

import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/** Warns where the database shares a machine with workers: it is a setting like any other, but one to know. */
public final class ColocationCheck {
    static final String NAME = "co-located database";

    private static final List<String> LOOPBACK = List.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    private ColocationCheck() {}

    /** One row an address that workers share a machine with, of no single worker so that a run has one line of it, and one for each of these whose collector paused for long. */
    public static List<CheckRow> of(PhaseAt at, List<PhaseMember> members) {
        TreeMap<String, TreeSet<String>> beside = new TreeMap<>();
        for (PhaseMember member : members) {
            String address = member.worker.target().getOrDefault("address", "");
            if (isHere(member)) {
                beside.computeIfAbsent(address, any -> new TreeSet<>()).add(member.worker.name());
            }
        }
        return Stream.concat(
                        beside.entrySet().stream().map(entry -> warning(at, entry.getKey(), entry.getValue())),
                        members.stream().filter(ColocationCheck::excuses).map(member -> pauses(at, member)))
                .toList();
    }

    private static CheckRow warning(PhaseAt at, String address, SortedSet<String> workers) {
        return CheckRows.warning(
                at,
                NAME,
                "a separate machine",
                address + " on the machine of " + String.join(", ", workers),
                "",
                "database and workers share this machine: results include their interference");
    }

    /** Whether long pauses of its garbage collector are no evidence against this worker: no client ran late. */
    static boolean excuses(PhaseMember member) {
        GeneratorEvidence evidence = GeneratorEvidence.of(member);
        return ValidityCheck.pauses(evidence) > ValidityCheck.mostPauses(evidence)
                && isHere(member)
                && !SaturationCheck.isLate(evidence);
    }

    private static CheckRow pauses(PhaseAt at, PhaseMember member) {
        GeneratorEvidence evidence = GeneratorEvidence.of(member);
        return CheckRows.warning(
                at,
                "gc pauses",
                "<= " + CheckRows.format(ValidityCheck.mostPauses(evidence)) + " of the time",
                CheckRows.format(ValidityCheck.pauses(evidence)),
                member.worker.name(),
                "garbage collection stopped the worker, which shares the machine of its database; no client ran late");
    }

    /** Whether a worker runs on the machine of its database. */
    static boolean isHere(PhaseMember member) {
        return isHere(host(member.worker.target().getOrDefault("address", "")), member.worker);
    }

    private static boolean isHere(String host, WorkerSession worker) {
        String addresses = worker.hello.getEnvironmentOrDefault("host.addresses", "");
        boolean itsOwn = host.equalsIgnoreCase(worker.hello.getHost())
                || Arrays.asList(addresses.split(" ", -1)).contains(host);
        return LOOPBACK.contains(host) || host.startsWith("127.") || (itsOwn && !host.isEmpty());
    }

    /** Without port and brackets: "db1" of "db1:7687", "::1" of "[::1]:7687". */
    private static String host(String address) {
        if (address.startsWith("[")) {
            return address.substring(1, Math.max(1, address.indexOf(']')));
        }
        int port = address.lastIndexOf(':');
        return port < 0 ? address : address.substring(0, port);
    }
}
