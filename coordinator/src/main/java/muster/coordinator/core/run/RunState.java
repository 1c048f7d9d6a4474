package muster.coordinator.core.run;

import muster.coordinator.core.event.ServerTask;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.model.RunEnd;
import org.jspecify.annotations.Nullable;

/** What a run is doing. */
sealed interface RunState {
    /** Nothing: it waits for workers, or for its turn. */
    record Idle() implements RunState {}

    record InTask(AgendaItem item, TaskExecution task) implements RunState {}

    /** The server of the plan is being started. */
    record InServer(ServerTask task) implements RunState {}

    record InPhase(RunPhase item, PhaseExecution phase) implements RunState {}

    /** It ends before it is done, once what was measured is durable; {@code phase} is null if it was in none. */
    record Stopping(@Nullable InPhase last) implements RunState {}

    /** The store writes how it ended. */
    record Ended(RunEnd end) implements RunState {}

    /** The phase that it is in, or that is about to end. */
    default @Nullable InPhase inPhase() {
        return switch (this) {
            case InPhase running -> running;
            case Stopping stopping -> stopping.last();
            case Idle idle -> null;
            case InTask busy -> null;
            case InServer busy -> null;
            case Ended ended -> null;
        };
    }

    default @Nullable PhaseExecution phase() {
        InPhase running = inPhase();
        return running == null ? null : running.phase();
    }

    /** For people. */
    default String label(boolean gathered) {
        return switch (this) {
            case Ended ended -> "ending";
            case Stopping stopping -> "stopping";
            case Idle idle -> gathered ? "running" : "waiting for workers";
            case InTask busy -> "running";
            case InServer busy -> "starting the server";
            case InPhase busy -> "running";
        };
    }

    /** The name of the phase; "" between phases. */
    default String where() {
        InPhase running = inPhase();
        return running == null ? "" : running.phase().at.phase();
    }

    /** Workers give up at once what they do in the phase. */
    default void abort() {
        InPhase running = inPhase();
        if (running != null) {
            running.phase().abort();
        }
    }
}
