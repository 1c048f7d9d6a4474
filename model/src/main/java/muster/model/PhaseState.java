package muster.model;

import java.util.List;
import java.util.Map;

/**
 * What is durable of a phase.
 *
 * @param reserved by stream, the mark that was made durable last: indexes below it may have been granted; none if none was
 * @param covered the union of what accepted reports cover, ascending, each index once
 * @param committedSeq by session, the highest number whose report and all before it are committed as accepted
 */
public record PhaseState(
        PhaseAt at, Map<Integer, Long> reserved, List<IndexRange> covered, Map<Long, Long> committedSeq) {}
