package muster.workloads.graphity;

import muster.workloads.operation.EntityId;
import muster.workloads.random.Mix;
import muster.workloads.random.MixTable;

/**
 * Who acts at an index: a loaded user, or one that this phase added more than {@code horizon} indexes before, all alike.
 * With a = the users added in whole blocks of the mix before index - horizon, the choice is below(users + a, mix(P,
 * ACTOR, index)); from {@code users} on it is an added user, in the order of their ranks.
 */
record ActorChoice(int users, MixTable mix, long phaseKey, int ordinal, long horizon) {

    /** The id of the user. */
    long at(long index) {
        long choice = choice(index);
        return choice < users ? choice : added(choice - users);
    }

    /** Below {@code users}: that loaded user; otherwise {@code users} more than the rank of an added one. */
    long choice(long index) {
        long added = mix.before(Action.ADD_USER.code(), index - horizon);
        return Mix.below(users + added, Mix.mix(phaseKey, RandomStream.ACTOR, index));
    }

    long added(long rank) {
        return EntityId.of(ordinal, mix.index(Action.ADD_USER.code(), rank));
    }
}
