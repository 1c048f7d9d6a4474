package muster.coordinator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who has a part in a phase, now or before: those who are gone stay, so that what they still send can be judged. */
final class Roster {
    private final Map<Long, Member> members = new LinkedHashMap<>();

    void add(Member member) {
        members.put(member.worker.session, member);
    }

    @Nullable
    Member find(WorkerState worker) {
        return members.get(worker.session);
    }

    @Nullable
    Member find(long session) {
        return members.get(session);
    }

    boolean involves(WorkerState worker) {
        return members.containsKey(worker.session);
    }

    List<Member> everyone() {
        return List.copyOf(members.values());
    }

    /** Those who take part and stay. */
    List<Member> active() {
        return members.values().stream().filter(Member::active).toList();
    }

    List<Member> ready() {
        return active().stream().filter(member -> member.ready).toList();
    }

    /** How many had a part, those who left included. */
    int size() {
        return members.size();
    }
}
