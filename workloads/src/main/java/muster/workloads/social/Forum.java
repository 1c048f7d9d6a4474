package muster.workloads.social;

import java.util.List;

/**
 * A person's wall, on which only that person posts, or a group, in which members do.
 *
 * @param moderator rank
 * @param topic a tag
 * @param audience who may reply and like: the friends of a wall's owner, the members of a group
 */
record Forum(long id, boolean wall, long moderator, long createdMs, int topic, List<DatedPerson> audience) {}
