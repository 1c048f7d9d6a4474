/**
 * The contract that every target passes against its real server. A target's test class extends {@link
 * muster.targets.contract.TargetContract} and gives it a {@link muster.targets.contract.Subject}.
 */
@NullMarked
package muster.targets.contract;

import org.jspecify.annotations.NullMarked;
