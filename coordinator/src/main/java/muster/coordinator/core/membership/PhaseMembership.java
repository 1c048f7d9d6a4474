package muster.coordinator.core.membership;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who has a part in a phase, now or before: those who are gone stay, so that what they still send can be judged. */
public final class PhaseMembership {
    private final Map<Long, PhaseMember> members = new LinkedHashMap<>();

    public void add(PhaseMember member) {
        members.put(member.worker.session, member);
    }

    @Nullable
    public PhaseMember find(WorkerSession worker) {
        return members.get(worker.session);
    }

    @Nullable
    public PhaseMember find(long session) {
        return members.get(session);
    }

    public boolean involves(WorkerSession worker) {
        return members.containsKey(worker.session);
    }

    public List<PhaseMember> everyone() {
        return List.copyOf(members.values());
    }

    /** Those who take part and stay. */
    public List<PhaseMember> active() {
        return members.values().stream().filter(PhaseMember::active).toList();
    }

    public List<PhaseMember> ready() {
        return active().stream().filter(member -> member.start.ready()).toList();
    }

    /** How many had a part, those who left included. */
    public int size() {
        return members.size();
    }
}
