from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Envelope(_message.Message):
    __slots__ = ("epoch", "session", "number", "confirmed", "hello", "heartbeat", "ready", "credit", "snapshot", "returned", "concurrency_applied", "drained", "task_result", "leave", "failed", "session_state", "resource_sample", "welcome", "refused", "heartbeat_ack", "prepare", "start", "lease", "set_concurrency", "acknowledge", "drain", "abort", "task", "file_request", "file_chunk", "submit", "submitted", "follow", "progress", "finished", "status_request", "status", "cancel", "cancelled", "list_operations", "operations_in_flight", "abort_operations", "operations_aborted")
    EPOCH_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CONFIRMED_FIELD_NUMBER: _ClassVar[int]
    HELLO_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    CREDIT_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    CONCURRENCY_APPLIED_FIELD_NUMBER: _ClassVar[int]
    DRAINED_FIELD_NUMBER: _ClassVar[int]
    TASK_RESULT_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    SESSION_STATE_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_SAMPLE_FIELD_NUMBER: _ClassVar[int]
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    HEARTBEAT_ACK_FIELD_NUMBER: _ClassVar[int]
    PREPARE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    LEASE_FIELD_NUMBER: _ClassVar[int]
    SET_CONCURRENCY_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGE_FIELD_NUMBER: _ClassVar[int]
    DRAIN_FIELD_NUMBER: _ClassVar[int]
    ABORT_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    FILE_REQUEST_FIELD_NUMBER: _ClassVar[int]
    FILE_CHUNK_FIELD_NUMBER: _ClassVar[int]
    SUBMIT_FIELD_NUMBER: _ClassVar[int]
    SUBMITTED_FIELD_NUMBER: _ClassVar[int]
    FOLLOW_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    FINISHED_FIELD_NUMBER: _ClassVar[int]
    STATUS_REQUEST_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_FIELD_NUMBER: _ClassVar[int]
    CANCELLED_FIELD_NUMBER: _ClassVar[int]
    LIST_OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_IN_FLIGHT_FIELD_NUMBER: _ClassVar[int]
    ABORT_OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_ABORTED_FIELD_NUMBER: _ClassVar[int]
    epoch: int
    session: int
    number: int
    confirmed: int
    hello: Hello
    heartbeat: Heartbeat
    ready: Ready
    credit: Credit
    snapshot: Snapshot
    returned: Returned
    concurrency_applied: ConcurrencyApplied
    drained: Drained
    task_result: TaskResult
    leave: Leave
    failed: Failed
    session_state: SessionState
    resource_sample: ResourceSample
    welcome: Welcome
    refused: Refused
    heartbeat_ack: HeartbeatAck
    prepare: Prepare
    start: Start
    lease: Lease
    set_concurrency: SetConcurrency
    acknowledge: Acknowledge
    drain: Drain
    abort: Abort
    task: Task
    file_request: FileRequest
    file_chunk: FileChunk
    submit: Submit
    submitted: Submitted
    follow: Follow
    progress: Progress
    finished: Finished
    status_request: StatusRequest
    status: Status
    cancel: Cancel
    cancelled: Cancelled
    list_operations: ListOperations
    operations_in_flight: OperationsInFlight
    abort_operations: AbortOperations
    operations_aborted: OperationsAborted
    def __init__(self, epoch: _Optional[int] = ..., session: _Optional[int] = ..., number: _Optional[int] = ..., confirmed: _Optional[int] = ..., hello: _Optional[_Union[Hello, _Mapping]] = ..., heartbeat: _Optional[_Union[Heartbeat, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., credit: _Optional[_Union[Credit, _Mapping]] = ..., snapshot: _Optional[_Union[Snapshot, _Mapping]] = ..., returned: _Optional[_Union[Returned, _Mapping]] = ..., concurrency_applied: _Optional[_Union[ConcurrencyApplied, _Mapping]] = ..., drained: _Optional[_Union[Drained, _Mapping]] = ..., task_result: _Optional[_Union[TaskResult, _Mapping]] = ..., leave: _Optional[_Union[Leave, _Mapping]] = ..., failed: _Optional[_Union[Failed, _Mapping]] = ..., session_state: _Optional[_Union[SessionState, _Mapping]] = ..., resource_sample: _Optional[_Union[ResourceSample, _Mapping]] = ..., welcome: _Optional[_Union[Welcome, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ..., heartbeat_ack: _Optional[_Union[HeartbeatAck, _Mapping]] = ..., prepare: _Optional[_Union[Prepare, _Mapping]] = ..., start: _Optional[_Union[Start, _Mapping]] = ..., lease: _Optional[_Union[Lease, _Mapping]] = ..., set_concurrency: _Optional[_Union[SetConcurrency, _Mapping]] = ..., acknowledge: _Optional[_Union[Acknowledge, _Mapping]] = ..., drain: _Optional[_Union[Drain, _Mapping]] = ..., abort: _Optional[_Union[Abort, _Mapping]] = ..., task: _Optional[_Union[Task, _Mapping]] = ..., file_request: _Optional[_Union[FileRequest, _Mapping]] = ..., file_chunk: _Optional[_Union[FileChunk, _Mapping]] = ..., submit: _Optional[_Union[Submit, _Mapping]] = ..., submitted: _Optional[_Union[Submitted, _Mapping]] = ..., follow: _Optional[_Union[Follow, _Mapping]] = ..., progress: _Optional[_Union[Progress, _Mapping]] = ..., finished: _Optional[_Union[Finished, _Mapping]] = ..., status_request: _Optional[_Union[StatusRequest, _Mapping]] = ..., status: _Optional[_Union[Status, _Mapping]] = ..., cancel: _Optional[_Union[Cancel, _Mapping]] = ..., cancelled: _Optional[_Union[Cancelled, _Mapping]] = ..., list_operations: _Optional[_Union[ListOperations, _Mapping]] = ..., operations_in_flight: _Optional[_Union[OperationsInFlight, _Mapping]] = ..., abort_operations: _Optional[_Union[AbortOperations, _Mapping]] = ..., operations_aborted: _Optional[_Union[OperationsAborted, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("name", "nonce", "language", "software_version", "host", "pid", "cores", "targets", "environment", "previous_session", "previous_epoch", "attempt", "numbered", "role")
    class EnvironmentEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    SOFTWARE_VERSION_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    CORES_FIELD_NUMBER: _ClassVar[int]
    TARGETS_FIELD_NUMBER: _ClassVar[int]
    ENVIRONMENT_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_SESSION_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_EPOCH_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    NUMBERED_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    nonce: int
    language: str
    software_version: str
    host: str
    pid: int
    cores: int
    targets: _containers.RepeatedScalarFieldContainer[str]
    environment: _containers.ScalarMap[str, str]
    previous_session: int
    previous_epoch: int
    attempt: int
    numbered: bool
    role: str
    def __init__(self, name: _Optional[str] = ..., nonce: _Optional[int] = ..., language: _Optional[str] = ..., software_version: _Optional[str] = ..., host: _Optional[str] = ..., pid: _Optional[int] = ..., cores: _Optional[int] = ..., targets: _Optional[_Iterable[str]] = ..., environment: _Optional[_Mapping[str, str]] = ..., previous_session: _Optional[int] = ..., previous_epoch: _Optional[int] = ..., attempt: _Optional[int] = ..., numbered: _Optional[bool] = ..., role: _Optional[str] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("heartbeat_ms", "lease_timeout_ms", "nonce", "resumed", "attempt")
    HEARTBEAT_MS_FIELD_NUMBER: _ClassVar[int]
    LEASE_TIMEOUT_MS_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    heartbeat_ms: int
    lease_timeout_ms: int
    nonce: int
    resumed: bool
    attempt: int
    def __init__(self, heartbeat_ms: _Optional[int] = ..., lease_timeout_ms: _Optional[int] = ..., nonce: _Optional[int] = ..., resumed: _Optional[bool] = ..., attempt: _Optional[int] = ...) -> None: ...

class Refused(_message.Message):
    __slots__ = ("reason", "hello_again", "nonce", "addressed_session", "attempt", "request")
    REASON_FIELD_NUMBER: _ClassVar[int]
    HELLO_AGAIN_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    ADDRESSED_SESSION_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    reason: str
    hello_again: bool
    nonce: int
    addressed_session: int
    attempt: int
    request: int
    def __init__(self, reason: _Optional[str] = ..., hello_again: _Optional[bool] = ..., nonce: _Optional[int] = ..., addressed_session: _Optional[int] = ..., attempt: _Optional[int] = ..., request: _Optional[int] = ...) -> None: ...

class Leave(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class Heartbeat(_message.Message):
    __slots__ = ("seq", "worker_sent_ns", "offset_ns", "offset_error_ns", "resources")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    WORKER_SENT_NS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_NS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_ERROR_NS_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    seq: int
    worker_sent_ns: int
    offset_ns: int
    offset_error_ns: int
    resources: Resources
    def __init__(self, seq: _Optional[int] = ..., worker_sent_ns: _Optional[int] = ..., offset_ns: _Optional[int] = ..., offset_error_ns: _Optional[int] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ...) -> None: ...

class HeartbeatAck(_message.Message):
    __slots__ = ("seq", "worker_sent_ns", "received_ns", "sent_ns")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    WORKER_SENT_NS_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_NS_FIELD_NUMBER: _ClassVar[int]
    SENT_NS_FIELD_NUMBER: _ClassVar[int]
    seq: int
    worker_sent_ns: int
    received_ns: int
    sent_ns: int
    def __init__(self, seq: _Optional[int] = ..., worker_sent_ns: _Optional[int] = ..., received_ns: _Optional[int] = ..., sent_ns: _Optional[int] = ...) -> None: ...

class Resources(_message.Message):
    __slots__ = ("cpu_ns", "gc_pause_ns", "run_queue_wait_ns", "hiccup_max_ns", "steal_ns", "heap_bytes", "clients_running", "clients_without_completion", "schedule_lag_max_ns", "lease_wait_ns", "encode_ns", "sent_bytes", "clock_resolution_ns", "late_start_ns", "pacing_lag_max_ns", "hiccup_ns", "service_ns", "throttled_ns", "send_ns", "read_at_ns", "service_samples", "cpu_allowed_ns", "cpu_idle_ns", "canary_late_ns", "canary_samples", "canary_over_1ms", "canary_over_10ms", "canary_over_100ms", "timer_late_ns", "handover_ns", "handovers")
    CPU_NS_FIELD_NUMBER: _ClassVar[int]
    GC_PAUSE_NS_FIELD_NUMBER: _ClassVar[int]
    RUN_QUEUE_WAIT_NS_FIELD_NUMBER: _ClassVar[int]
    HICCUP_MAX_NS_FIELD_NUMBER: _ClassVar[int]
    STEAL_NS_FIELD_NUMBER: _ClassVar[int]
    HEAP_BYTES_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_WITHOUT_COMPLETION_FIELD_NUMBER: _ClassVar[int]
    SCHEDULE_LAG_MAX_NS_FIELD_NUMBER: _ClassVar[int]
    LEASE_WAIT_NS_FIELD_NUMBER: _ClassVar[int]
    ENCODE_NS_FIELD_NUMBER: _ClassVar[int]
    SENT_BYTES_FIELD_NUMBER: _ClassVar[int]
    CLOCK_RESOLUTION_NS_FIELD_NUMBER: _ClassVar[int]
    LATE_START_NS_FIELD_NUMBER: _ClassVar[int]
    PACING_LAG_MAX_NS_FIELD_NUMBER: _ClassVar[int]
    HICCUP_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_NS_FIELD_NUMBER: _ClassVar[int]
    THROTTLED_NS_FIELD_NUMBER: _ClassVar[int]
    SEND_NS_FIELD_NUMBER: _ClassVar[int]
    READ_AT_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_SAMPLES_FIELD_NUMBER: _ClassVar[int]
    CPU_ALLOWED_NS_FIELD_NUMBER: _ClassVar[int]
    CPU_IDLE_NS_FIELD_NUMBER: _ClassVar[int]
    CANARY_LATE_NS_FIELD_NUMBER: _ClassVar[int]
    CANARY_SAMPLES_FIELD_NUMBER: _ClassVar[int]
    CANARY_OVER_1MS_FIELD_NUMBER: _ClassVar[int]
    CANARY_OVER_10MS_FIELD_NUMBER: _ClassVar[int]
    CANARY_OVER_100MS_FIELD_NUMBER: _ClassVar[int]
    TIMER_LATE_NS_FIELD_NUMBER: _ClassVar[int]
    HANDOVER_NS_FIELD_NUMBER: _ClassVar[int]
    HANDOVERS_FIELD_NUMBER: _ClassVar[int]
    cpu_ns: int
    gc_pause_ns: int
    run_queue_wait_ns: int
    hiccup_max_ns: int
    steal_ns: int
    heap_bytes: int
    clients_running: int
    clients_without_completion: int
    schedule_lag_max_ns: int
    lease_wait_ns: int
    encode_ns: int
    sent_bytes: int
    clock_resolution_ns: int
    late_start_ns: int
    pacing_lag_max_ns: int
    hiccup_ns: int
    service_ns: int
    throttled_ns: int
    send_ns: int
    read_at_ns: int
    service_samples: int
    cpu_allowed_ns: int
    cpu_idle_ns: int
    canary_late_ns: int
    canary_samples: int
    canary_over_1ms: int
    canary_over_10ms: int
    canary_over_100ms: int
    timer_late_ns: int
    handover_ns: int
    handovers: int
    def __init__(self, cpu_ns: _Optional[int] = ..., gc_pause_ns: _Optional[int] = ..., run_queue_wait_ns: _Optional[int] = ..., hiccup_max_ns: _Optional[int] = ..., steal_ns: _Optional[int] = ..., heap_bytes: _Optional[int] = ..., clients_running: _Optional[int] = ..., clients_without_completion: _Optional[int] = ..., schedule_lag_max_ns: _Optional[int] = ..., lease_wait_ns: _Optional[int] = ..., encode_ns: _Optional[int] = ..., sent_bytes: _Optional[int] = ..., clock_resolution_ns: _Optional[int] = ..., late_start_ns: _Optional[int] = ..., pacing_lag_max_ns: _Optional[int] = ..., hiccup_ns: _Optional[int] = ..., service_ns: _Optional[int] = ..., throttled_ns: _Optional[int] = ..., send_ns: _Optional[int] = ..., read_at_ns: _Optional[int] = ..., service_samples: _Optional[int] = ..., cpu_allowed_ns: _Optional[int] = ..., cpu_idle_ns: _Optional[int] = ..., canary_late_ns: _Optional[int] = ..., canary_samples: _Optional[int] = ..., canary_over_1ms: _Optional[int] = ..., canary_over_10ms: _Optional[int] = ..., canary_over_100ms: _Optional[int] = ..., timer_late_ns: _Optional[int] = ..., handover_ns: _Optional[int] = ..., handovers: _Optional[int] = ...) -> None: ...

class ResourceSample(_message.Message):
    __slots__ = ("read_at_ns", "server", "process", "host", "metrics", "allowed_cores", "threads")
    class ProcessEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class HostEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class MetricsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: float
        def __init__(self, key: _Optional[str] = ..., value: _Optional[float] = ...) -> None: ...
    READ_AT_NS_FIELD_NUMBER: _ClassVar[int]
    SERVER_FIELD_NUMBER: _ClassVar[int]
    PROCESS_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    METRICS_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_CORES_FIELD_NUMBER: _ClassVar[int]
    THREADS_FIELD_NUMBER: _ClassVar[int]
    read_at_ns: int
    server: str
    process: _containers.ScalarMap[str, int]
    host: _containers.ScalarMap[str, int]
    metrics: _containers.ScalarMap[str, float]
    allowed_cores: float
    threads: _containers.RepeatedCompositeFieldContainer[ThreadTime]
    def __init__(self, read_at_ns: _Optional[int] = ..., server: _Optional[str] = ..., process: _Optional[_Mapping[str, int]] = ..., host: _Optional[_Mapping[str, int]] = ..., metrics: _Optional[_Mapping[str, float]] = ..., allowed_cores: _Optional[float] = ..., threads: _Optional[_Iterable[_Union[ThreadTime, _Mapping]]] = ...) -> None: ...

class ThreadTime(_message.Message):
    __slots__ = ("thread", "name", "ran_ns", "waited_ns")
    THREAD_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RAN_NS_FIELD_NUMBER: _ClassVar[int]
    WAITED_NS_FIELD_NUMBER: _ClassVar[int]
    thread: int
    name: str
    ran_ns: int
    waited_ns: int
    def __init__(self, thread: _Optional[int] = ..., name: _Optional[str] = ..., ran_ns: _Optional[int] = ..., waited_ns: _Optional[int] = ...) -> None: ...

class Prepare(_message.Message):
    __slots__ = ("assignment", "run_id", "step", "trial", "plan", "phase_ordinal", "clients", "lease_size", "files", "drain_ms", "joining", "stream_clients")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    TRIAL_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_ORDINAL_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_FIELD_NUMBER: _ClassVar[int]
    LEASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    DRAIN_MS_FIELD_NUMBER: _ClassVar[int]
    JOINING_FIELD_NUMBER: _ClassVar[int]
    STREAM_CLIENTS_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    run_id: int
    step: int
    trial: int
    plan: str
    phase_ordinal: int
    clients: int
    lease_size: int
    files: _containers.RepeatedCompositeFieldContainer[DataFile]
    drain_ms: int
    joining: bool
    stream_clients: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, assignment: _Optional[int] = ..., run_id: _Optional[int] = ..., step: _Optional[int] = ..., trial: _Optional[int] = ..., plan: _Optional[str] = ..., phase_ordinal: _Optional[int] = ..., clients: _Optional[int] = ..., lease_size: _Optional[int] = ..., files: _Optional[_Iterable[_Union[DataFile, _Mapping]]] = ..., drain_ms: _Optional[int] = ..., joining: _Optional[bool] = ..., stream_clients: _Optional[_Iterable[int]] = ...) -> None: ...

class DataFile(_message.Message):
    __slots__ = ("name", "sha256", "size")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    name: str
    sha256: bytes
    size: int
    def __init__(self, name: _Optional[str] = ..., sha256: _Optional[bytes] = ..., size: _Optional[int] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("assignment", "offset_ns", "offset_error_ns", "target", "resources")
    class TargetEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_NS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_ERROR_NS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    offset_ns: int
    offset_error_ns: int
    target: _containers.ScalarMap[str, str]
    resources: Resources
    def __init__(self, assignment: _Optional[int] = ..., offset_ns: _Optional[int] = ..., offset_error_ns: _Optional[int] = ..., target: _Optional[_Mapping[str, str]] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ...) -> None: ...

class Failed(_message.Message):
    __slots__ = ("assignment", "kind", "message")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    kind: str
    message: str
    def __init__(self, assignment: _Optional[int] = ..., kind: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class Start(_message.Message):
    __slots__ = ("assignment", "start_ns", "end_ns", "clients_start_ns")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    START_NS_FIELD_NUMBER: _ClassVar[int]
    END_NS_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_START_NS_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    start_ns: int
    end_ns: int
    clients_start_ns: int
    def __init__(self, assignment: _Optional[int] = ..., start_ns: _Optional[int] = ..., end_ns: _Optional[int] = ..., clients_start_ns: _Optional[int] = ...) -> None: ...

class Credit(_message.Message):
    __slots__ = ("assignment", "total", "rate", "stream")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    RATE_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    total: int
    rate: float
    stream: int
    def __init__(self, assignment: _Optional[int] = ..., total: _Optional[int] = ..., rate: _Optional[float] = ..., stream: _Optional[int] = ...) -> None: ...

class Lease(_message.Message):
    __slots__ = ("assignment", "lease", "first", "count", "stride", "first_intended_ns")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    LEASE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    STRIDE_FIELD_NUMBER: _ClassVar[int]
    FIRST_INTENDED_NS_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    lease: int
    first: int
    count: int
    stride: int
    first_intended_ns: int
    def __init__(self, assignment: _Optional[int] = ..., lease: _Optional[int] = ..., first: _Optional[int] = ..., count: _Optional[int] = ..., stride: _Optional[int] = ..., first_intended_ns: _Optional[int] = ...) -> None: ...

class SetConcurrency(_message.Message):
    __slots__ = ("assignment", "serial", "clients", "stream")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    SERIAL_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    serial: int
    clients: int
    stream: int
    def __init__(self, assignment: _Optional[int] = ..., serial: _Optional[int] = ..., clients: _Optional[int] = ..., stream: _Optional[int] = ...) -> None: ...

class ConcurrencyApplied(_message.Message):
    __slots__ = ("assignment", "serial", "stream")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    SERIAL_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    serial: int
    stream: int
    def __init__(self, assignment: _Optional[int] = ..., serial: _Optional[int] = ..., stream: _Optional[int] = ...) -> None: ...

class Returned(_message.Message):
    __slots__ = ("assignment", "unstarted")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    UNSTARTED_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    unstarted: _containers.RepeatedCompositeFieldContainer[Coverage]
    def __init__(self, assignment: _Optional[int] = ..., unstarted: _Optional[_Iterable[_Union[Coverage, _Mapping]]] = ...) -> None: ...

class SessionState(_message.Message):
    __slots__ = ("assignment", "leases", "returned", "granted", "clients", "resources", "stream_granted", "stream_clients")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    LEASES_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    GRANTED_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    STREAM_GRANTED_FIELD_NUMBER: _ClassVar[int]
    STREAM_CLIENTS_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    leases: _containers.RepeatedCompositeFieldContainer[Lease]
    returned: _containers.RepeatedCompositeFieldContainer[Coverage]
    granted: int
    clients: int
    resources: Resources
    stream_granted: _containers.RepeatedScalarFieldContainer[int]
    stream_clients: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, assignment: _Optional[int] = ..., leases: _Optional[_Iterable[_Union[Lease, _Mapping]]] = ..., returned: _Optional[_Iterable[_Union[Coverage, _Mapping]]] = ..., granted: _Optional[int] = ..., clients: _Optional[int] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ..., stream_granted: _Optional[_Iterable[int]] = ..., stream_clients: _Optional[_Iterable[int]] = ...) -> None: ...

class Drain(_message.Message):
    __slots__ = ("assignment",)
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    def __init__(self, assignment: _Optional[int] = ...) -> None: ...

class Drained(_message.Message):
    __slots__ = ("assignment", "last_seq")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    LAST_SEQ_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    last_seq: int
    def __init__(self, assignment: _Optional[int] = ..., last_seq: _Optional[int] = ...) -> None: ...

class Abort(_message.Message):
    __slots__ = ("assignment", "reason")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    reason: str
    def __init__(self, assignment: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class Snapshot(_message.Message):
    __slots__ = ("assignment", "seq", "start_ns", "end_ns", "last_completion_ns", "series", "coverage", "digest", "slow", "resources", "non_ok_positions", "feeds", "content", "phase", "answers", "wrong_answers", "samples", "sampled_every", "last_answer_ns", "seen_answers", "stream")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    START_NS_FIELD_NUMBER: _ClassVar[int]
    END_NS_FIELD_NUMBER: _ClassVar[int]
    LAST_COMPLETION_NS_FIELD_NUMBER: _ClassVar[int]
    SERIES_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    SLOW_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    NON_OK_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    FEEDS_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    WRONG_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    SAMPLED_EVERY_FIELD_NUMBER: _ClassVar[int]
    LAST_ANSWER_NS_FIELD_NUMBER: _ClassVar[int]
    SEEN_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    STREAM_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    seq: int
    start_ns: int
    end_ns: int
    last_completion_ns: int
    series: _containers.RepeatedCompositeFieldContainer[Series]
    coverage: _containers.RepeatedCompositeFieldContainer[Coverage]
    digest: int
    slow: _containers.RepeatedCompositeFieldContainer[SlowOperation]
    resources: Resources
    non_ok_positions: _containers.RepeatedCompositeFieldContainer[NonOkPositions]
    feeds: _containers.RepeatedCompositeFieldContainer[FeedSample]
    content: int
    phase: Resources
    answers: _containers.RepeatedCompositeFieldContainer[AnswerCounts]
    wrong_answers: _containers.RepeatedCompositeFieldContainer[WrongAnswer]
    samples: _containers.RepeatedCompositeFieldContainer[OperationSample]
    sampled_every: int
    last_answer_ns: int
    seen_answers: _containers.RepeatedCompositeFieldContainer[SeenAnswer]
    stream: int
    def __init__(self, assignment: _Optional[int] = ..., seq: _Optional[int] = ..., start_ns: _Optional[int] = ..., end_ns: _Optional[int] = ..., last_completion_ns: _Optional[int] = ..., series: _Optional[_Iterable[_Union[Series, _Mapping]]] = ..., coverage: _Optional[_Iterable[_Union[Coverage, _Mapping]]] = ..., digest: _Optional[int] = ..., slow: _Optional[_Iterable[_Union[SlowOperation, _Mapping]]] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ..., non_ok_positions: _Optional[_Iterable[_Union[NonOkPositions, _Mapping]]] = ..., feeds: _Optional[_Iterable[_Union[FeedSample, _Mapping]]] = ..., content: _Optional[int] = ..., phase: _Optional[_Union[Resources, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[AnswerCounts, _Mapping]]] = ..., wrong_answers: _Optional[_Iterable[_Union[WrongAnswer, _Mapping]]] = ..., samples: _Optional[_Iterable[_Union[OperationSample, _Mapping]]] = ..., sampled_every: _Optional[int] = ..., last_answer_ns: _Optional[int] = ..., seen_answers: _Optional[_Iterable[_Union[SeenAnswer, _Mapping]]] = ..., stream: _Optional[int] = ...) -> None: ...

class OperationSample(_message.Message):
    __slots__ = ("operation", "index", "outcome", "start_ns", "service_ns", "response_ns", "stages")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    START_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_NS_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_NS_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    operation: str
    index: int
    outcome: str
    start_ns: int
    service_ns: int
    response_ns: int
    stages: _containers.RepeatedCompositeFieldContainer[StageTime]
    def __init__(self, operation: _Optional[str] = ..., index: _Optional[int] = ..., outcome: _Optional[str] = ..., start_ns: _Optional[int] = ..., service_ns: _Optional[int] = ..., response_ns: _Optional[int] = ..., stages: _Optional[_Iterable[_Union[StageTime, _Mapping]]] = ...) -> None: ...

class StageTime(_message.Message):
    __slots__ = ("stage", "ns")
    STAGE_FIELD_NUMBER: _ClassVar[int]
    NS_FIELD_NUMBER: _ClassVar[int]
    stage: str
    ns: int
    def __init__(self, stage: _Optional[str] = ..., ns: _Optional[int] = ...) -> None: ...

class AnswerCounts(_message.Message):
    __slots__ = ("operation", "compared", "unchecked", "answered", "empty")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    COMPARED_FIELD_NUMBER: _ClassVar[int]
    UNCHECKED_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    EMPTY_FIELD_NUMBER: _ClassVar[int]
    operation: str
    compared: int
    unchecked: int
    answered: int
    empty: int
    def __init__(self, operation: _Optional[str] = ..., compared: _Optional[int] = ..., unchecked: _Optional[int] = ..., answered: _Optional[int] = ..., empty: _Optional[int] = ...) -> None: ...

class WrongAnswer(_message.Message):
    __slots__ = ("operation", "index", "parameters", "ordered", "expected_rows", "observed_rows", "expected", "observed")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_ROWS_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_ROWS_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    operation: str
    index: int
    parameters: bytes
    ordered: bool
    expected_rows: int
    observed_rows: int
    expected: bytes
    observed: bytes
    def __init__(self, operation: _Optional[str] = ..., index: _Optional[int] = ..., parameters: _Optional[bytes] = ..., ordered: _Optional[bool] = ..., expected_rows: _Optional[int] = ..., observed_rows: _Optional[int] = ..., expected: _Optional[bytes] = ..., observed: _Optional[bytes] = ...) -> None: ...

class SeenAnswer(_message.Message):
    __slots__ = ("operation", "index", "rows", "first_rows")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    FIRST_ROWS_FIELD_NUMBER: _ClassVar[int]
    operation: str
    index: int
    rows: int
    first_rows: bytes
    def __init__(self, operation: _Optional[str] = ..., index: _Optional[int] = ..., rows: _Optional[int] = ..., first_rows: _Optional[bytes] = ...) -> None: ...

class NonOkPositions(_message.Message):
    __slots__ = ("outcome", "positions")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    outcome: str
    positions: _containers.RepeatedCompositeFieldContainer[Coverage]
    def __init__(self, outcome: _Optional[str] = ..., positions: _Optional[_Iterable[_Union[Coverage, _Mapping]]] = ...) -> None: ...

class FeedSample(_message.Message):
    __slots__ = ("index", "posts")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    POSTS_FIELD_NUMBER: _ClassVar[int]
    index: int
    posts: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, index: _Optional[int] = ..., posts: _Optional[_Iterable[int]] = ...) -> None: ...

class Series(_message.Message):
    __slots__ = ("operation", "timing", "outcome", "samples", "elements", "bytes_sent", "bytes_received", "retries", "clamped", "first_message", "histogram")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    TIMING_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SAMPLES_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    BYTES_SENT_FIELD_NUMBER: _ClassVar[int]
    BYTES_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    RETRIES_FIELD_NUMBER: _ClassVar[int]
    CLAMPED_FIELD_NUMBER: _ClassVar[int]
    FIRST_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    HISTOGRAM_FIELD_NUMBER: _ClassVar[int]
    operation: str
    timing: str
    outcome: str
    samples: int
    elements: int
    bytes_sent: int
    bytes_received: int
    retries: int
    clamped: int
    first_message: str
    histogram: bytes
    def __init__(self, operation: _Optional[str] = ..., timing: _Optional[str] = ..., outcome: _Optional[str] = ..., samples: _Optional[int] = ..., elements: _Optional[int] = ..., bytes_sent: _Optional[int] = ..., bytes_received: _Optional[int] = ..., retries: _Optional[int] = ..., clamped: _Optional[int] = ..., first_message: _Optional[str] = ..., histogram: _Optional[bytes] = ...) -> None: ...

class Coverage(_message.Message):
    __slots__ = ("lease", "runs")
    LEASE_FIELD_NUMBER: _ClassVar[int]
    RUNS_FIELD_NUMBER: _ClassVar[int]
    lease: int
    runs: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, lease: _Optional[int] = ..., runs: _Optional[_Iterable[int]] = ...) -> None: ...

class SlowOperation(_message.Message):
    __slots__ = ("operation", "index", "end_ns", "service_ns", "response_ns", "outcome")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    END_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_NS_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_NS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    operation: str
    index: int
    end_ns: int
    service_ns: int
    response_ns: int
    outcome: str
    def __init__(self, operation: _Optional[str] = ..., index: _Optional[int] = ..., end_ns: _Optional[int] = ..., service_ns: _Optional[int] = ..., response_ns: _Optional[int] = ..., outcome: _Optional[str] = ...) -> None: ...

class Acknowledge(_message.Message):
    __slots__ = ("assignment", "through")
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    THROUGH_FIELD_NUMBER: _ClassVar[int]
    assignment: int
    through: int
    def __init__(self, assignment: _Optional[int] = ..., through: _Optional[int] = ...) -> None: ...

class Task(_message.Message):
    __slots__ = ("task", "kind", "plan", "allow_erase", "files", "known", "feeds")
    TASK_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    ALLOW_ERASE_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    FEEDS_FIELD_NUMBER: _ClassVar[int]
    task: int
    kind: str
    plan: str
    allow_erase: str
    files: _containers.RepeatedCompositeFieldContainer[DataFile]
    known: _containers.RepeatedCompositeFieldContainer[PhaseKnown]
    feeds: int
    def __init__(self, task: _Optional[int] = ..., kind: _Optional[str] = ..., plan: _Optional[str] = ..., allow_erase: _Optional[str] = ..., files: _Optional[_Iterable[_Union[DataFile, _Mapping]]] = ..., known: _Optional[_Iterable[_Union[PhaseKnown, _Mapping]]] = ..., feeds: _Optional[int] = ...) -> None: ...

class PhaseKnown(_message.Message):
    __slots__ = ("executed", "absent", "duplicate", "uncertain", "again", "feeds", "before_crash")
    EXECUTED_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    DUPLICATE_FIELD_NUMBER: _ClassVar[int]
    UNCERTAIN_FIELD_NUMBER: _ClassVar[int]
    AGAIN_FIELD_NUMBER: _ClassVar[int]
    FEEDS_FIELD_NUMBER: _ClassVar[int]
    BEFORE_CRASH_FIELD_NUMBER: _ClassVar[int]
    executed: _containers.RepeatedScalarFieldContainer[int]
    absent: _containers.RepeatedScalarFieldContainer[int]
    duplicate: _containers.RepeatedScalarFieldContainer[int]
    uncertain: _containers.RepeatedScalarFieldContainer[int]
    again: _containers.RepeatedScalarFieldContainer[int]
    feeds: _containers.RepeatedCompositeFieldContainer[FeedSample]
    before_crash: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, executed: _Optional[_Iterable[int]] = ..., absent: _Optional[_Iterable[int]] = ..., duplicate: _Optional[_Iterable[int]] = ..., uncertain: _Optional[_Iterable[int]] = ..., again: _Optional[_Iterable[int]] = ..., feeds: _Optional[_Iterable[_Union[FeedSample, _Mapping]]] = ..., before_crash: _Optional[_Iterable[int]] = ...) -> None: ...

class CrashFindings(_message.Message):
    __slots__ = ("acknowledged", "acknowledged_after", "lost", "unknown", "unknown_kept", "refused", "phantoms", "half_transactions", "unjudged")
    ACKNOWLEDGED_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGED_AFTER_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_KEPT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    PHANTOMS_FIELD_NUMBER: _ClassVar[int]
    HALF_TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    UNJUDGED_FIELD_NUMBER: _ClassVar[int]
    acknowledged: int
    acknowledged_after: int
    lost: _containers.RepeatedCompositeFieldContainer[LostWrites]
    unknown: int
    unknown_kept: int
    refused: int
    phantoms: int
    half_transactions: int
    unjudged: int
    def __init__(self, acknowledged: _Optional[int] = ..., acknowledged_after: _Optional[int] = ..., lost: _Optional[_Iterable[_Union[LostWrites, _Mapping]]] = ..., unknown: _Optional[int] = ..., unknown_kept: _Optional[int] = ..., refused: _Optional[int] = ..., phantoms: _Optional[int] = ..., half_transactions: _Optional[int] = ..., unjudged: _Optional[int] = ...) -> None: ...

class LostWrites(_message.Message):
    __slots__ = ("operation", "runs")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    RUNS_FIELD_NUMBER: _ClassVar[int]
    operation: str
    runs: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, operation: _Optional[str] = ..., runs: _Optional[_Iterable[int]] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("name", "expected", "observed", "passed", "reason")
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    OBSERVED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    name: str
    expected: str
    observed: str
    passed: bool
    reason: str
    def __init__(self, name: _Optional[str] = ..., expected: _Optional[str] = ..., observed: _Optional[str] = ..., passed: _Optional[bool] = ..., reason: _Optional[str] = ...) -> None: ...

class TaskResult(_message.Message):
    __slots__ = ("task", "failure", "message", "facts", "findings", "crash", "statements")
    class FactsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TASK_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    CRASH_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_FIELD_NUMBER: _ClassVar[int]
    task: int
    failure: str
    message: str
    facts: _containers.ScalarMap[str, str]
    findings: _containers.RepeatedCompositeFieldContainer[Finding]
    crash: CrashFindings
    statements: _containers.RepeatedCompositeFieldContainer[StatementNote]
    def __init__(self, task: _Optional[int] = ..., failure: _Optional[str] = ..., message: _Optional[str] = ..., facts: _Optional[_Mapping[str, str]] = ..., findings: _Optional[_Iterable[_Union[Finding, _Mapping]]] = ..., crash: _Optional[_Union[CrashFindings, _Mapping]] = ..., statements: _Optional[_Iterable[_Union[StatementNote, _Mapping]]] = ...) -> None: ...

class StatementNote(_message.Message):
    __slots__ = ("operation", "kind", "message", "line")
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    operation: str
    kind: str
    message: str
    line: int
    def __init__(self, operation: _Optional[str] = ..., kind: _Optional[str] = ..., message: _Optional[str] = ..., line: _Optional[int] = ...) -> None: ...

class FileRequest(_message.Message):
    __slots__ = ("sha256", "offset")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    sha256: bytes
    offset: int
    def __init__(self, sha256: _Optional[bytes] = ..., offset: _Optional[int] = ...) -> None: ...

class FileChunk(_message.Message):
    __slots__ = ("sha256", "offset", "total", "content", "failure")
    SHA256_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    sha256: bytes
    offset: int
    total: int
    content: bytes
    failure: str
    def __init__(self, sha256: _Optional[bytes] = ..., offset: _Optional[int] = ..., total: _Optional[int] = ..., content: _Optional[bytes] = ..., failure: _Optional[str] = ...) -> None: ...

class Submit(_message.Message):
    __slots__ = ("request", "plan", "name", "expect_workers", "worker_timeout_ms", "trials", "lease_size", "allow_erase", "files", "overhead", "resume", "order_seed", "allow_write")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPECT_WORKERS_FIELD_NUMBER: _ClassVar[int]
    WORKER_TIMEOUT_MS_FIELD_NUMBER: _ClassVar[int]
    TRIALS_FIELD_NUMBER: _ClassVar[int]
    LEASE_SIZE_FIELD_NUMBER: _ClassVar[int]
    ALLOW_ERASE_FIELD_NUMBER: _ClassVar[int]
    FILES_FIELD_NUMBER: _ClassVar[int]
    OVERHEAD_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    ORDER_SEED_FIELD_NUMBER: _ClassVar[int]
    ALLOW_WRITE_FIELD_NUMBER: _ClassVar[int]
    request: int
    plan: str
    name: str
    expect_workers: int
    worker_timeout_ms: int
    trials: int
    lease_size: int
    allow_erase: str
    files: _containers.RepeatedCompositeFieldContainer[DataFile]
    overhead: bool
    resume: bool
    order_seed: int
    allow_write: str
    def __init__(self, request: _Optional[int] = ..., plan: _Optional[str] = ..., name: _Optional[str] = ..., expect_workers: _Optional[int] = ..., worker_timeout_ms: _Optional[int] = ..., trials: _Optional[int] = ..., lease_size: _Optional[int] = ..., allow_erase: _Optional[str] = ..., files: _Optional[_Iterable[_Union[DataFile, _Mapping]]] = ..., overhead: _Optional[bool] = ..., resume: _Optional[bool] = ..., order_seed: _Optional[int] = ..., allow_write: _Optional[str] = ...) -> None: ...

class Submitted(_message.Message):
    __slots__ = ("request", "run_id", "failure")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    request: int
    run_id: int
    failure: str
    def __init__(self, request: _Optional[int] = ..., run_id: _Optional[int] = ..., failure: _Optional[str] = ...) -> None: ...

class Follow(_message.Message):
    __slots__ = ("run_id",)
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    def __init__(self, run_id: _Optional[int] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = ("run_id", "line", "step", "trial", "phase", "workers", "operations", "errors", "throughput_per_s", "p50_ns", "p99_ns", "max_ns", "seconds_left", "service_p50_ns", "service_p99_ns", "service_max_ns", "failed", "members", "run_name", "elements", "planned", "steps", "trials", "parameters_json", "run_seconds_left", "run_at_least", "examples", "counts")
    class FailedEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class ExamplesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    TRIAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    THROUGHPUT_PER_S_FIELD_NUMBER: _ClassVar[int]
    P50_NS_FIELD_NUMBER: _ClassVar[int]
    P99_NS_FIELD_NUMBER: _ClassVar[int]
    MAX_NS_FIELD_NUMBER: _ClassVar[int]
    SECONDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    SERVICE_P50_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_P99_NS_FIELD_NUMBER: _ClassVar[int]
    SERVICE_MAX_NS_FIELD_NUMBER: _ClassVar[int]
    FAILED_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    RUN_NAME_FIELD_NUMBER: _ClassVar[int]
    ELEMENTS_FIELD_NUMBER: _ClassVar[int]
    PLANNED_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    TRIALS_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_JSON_FIELD_NUMBER: _ClassVar[int]
    RUN_SECONDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    RUN_AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    EXAMPLES_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    line: str
    step: int
    trial: int
    phase: str
    workers: int
    operations: int
    errors: int
    throughput_per_s: float
    p50_ns: int
    p99_ns: int
    max_ns: int
    seconds_left: float
    service_p50_ns: int
    service_p99_ns: int
    service_max_ns: int
    failed: _containers.ScalarMap[str, int]
    members: _containers.RepeatedCompositeFieldContainer[WorkerStatus]
    run_name: str
    elements: int
    planned: int
    steps: int
    trials: int
    parameters_json: str
    run_seconds_left: float
    run_at_least: bool
    examples: _containers.ScalarMap[str, str]
    counts: OutcomeCounts
    def __init__(self, run_id: _Optional[int] = ..., line: _Optional[str] = ..., step: _Optional[int] = ..., trial: _Optional[int] = ..., phase: _Optional[str] = ..., workers: _Optional[int] = ..., operations: _Optional[int] = ..., errors: _Optional[int] = ..., throughput_per_s: _Optional[float] = ..., p50_ns: _Optional[int] = ..., p99_ns: _Optional[int] = ..., max_ns: _Optional[int] = ..., seconds_left: _Optional[float] = ..., service_p50_ns: _Optional[int] = ..., service_p99_ns: _Optional[int] = ..., service_max_ns: _Optional[int] = ..., failed: _Optional[_Mapping[str, int]] = ..., members: _Optional[_Iterable[_Union[WorkerStatus, _Mapping]]] = ..., run_name: _Optional[str] = ..., elements: _Optional[int] = ..., planned: _Optional[int] = ..., steps: _Optional[int] = ..., trials: _Optional[int] = ..., parameters_json: _Optional[str] = ..., run_seconds_left: _Optional[float] = ..., run_at_least: _Optional[bool] = ..., examples: _Optional[_Mapping[str, str]] = ..., counts: _Optional[_Union[OutcomeCounts, _Mapping]] = ...) -> None: ...

class OutcomeCounts(_message.Message):
    __slots__ = ("ok", "errors", "absent", "duplicate", "unknown", "aborted")
    OK_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    ABSENT_FIELD_NUMBER: _ClassVar[int]
    DUPLICATE_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    ok: int
    errors: int
    absent: int
    duplicate: int
    unknown: int
    aborted: int
    def __init__(self, ok: _Optional[int] = ..., errors: _Optional[int] = ..., absent: _Optional[int] = ..., duplicate: _Optional[int] = ..., unknown: _Optional[int] = ..., aborted: _Optional[int] = ...) -> None: ...

class Finished(_message.Message):
    __slots__ = ("run_id", "exit_code", "message", "state", "result")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    EXIT_CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    exit_code: int
    message: str
    state: str
    result: RunResult
    def __init__(self, run_id: _Optional[int] = ..., exit_code: _Optional[int] = ..., message: _Optional[str] = ..., state: _Optional[str] = ..., result: _Optional[_Union[RunResult, _Mapping]] = ...) -> None: ...

class RunResult(_message.Message):
    __slots__ = ("name", "mode", "workers", "operations", "errors", "validity", "thresholds", "answers", "valid_steps", "steps", "operation_results", "checks", "coverage", "order_seed", "sweeps", "error_classes", "crashes", "counts", "answers_compared", "answers_asked", "sections")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MODE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    VALIDITY_FIELD_NUMBER: _ClassVar[int]
    THRESHOLDS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    VALID_STEPS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    OPERATION_RESULTS_FIELD_NUMBER: _ClassVar[int]
    CHECKS_FIELD_NUMBER: _ClassVar[int]
    COVERAGE_FIELD_NUMBER: _ClassVar[int]
    ORDER_SEED_FIELD_NUMBER: _ClassVar[int]
    SWEEPS_FIELD_NUMBER: _ClassVar[int]
    ERROR_CLASSES_FIELD_NUMBER: _ClassVar[int]
    CRASHES_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_COMPARED_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_ASKED_FIELD_NUMBER: _ClassVar[int]
    SECTIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    mode: str
    workers: int
    operations: int
    errors: int
    validity: str
    thresholds: str
    answers: str
    valid_steps: int
    steps: int
    operation_results: _containers.RepeatedCompositeFieldContainer[OperationResult]
    checks: _containers.RepeatedCompositeFieldContainer[CheckResult]
    coverage: CoverageTotal
    order_seed: str
    sweeps: _containers.RepeatedCompositeFieldContainer[SweepResult]
    error_classes: _containers.RepeatedCompositeFieldContainer[ErrorClassResult]
    crashes: _containers.RepeatedCompositeFieldContainer[CrashResult]
    counts: OutcomeCounts
    answers_compared: int
    answers_asked: int
    sections: _containers.RepeatedCompositeFieldContainer[RunSection]
    def __init__(self, name: _Optional[str] = ..., mode: _Optional[str] = ..., workers: _Optional[int] = ..., operations: _Optional[int] = ..., errors: _Optional[int] = ..., validity: _Optional[str] = ..., thresholds: _Optional[str] = ..., answers: _Optional[str] = ..., valid_steps: _Optional[int] = ..., steps: _Optional[int] = ..., operation_results: _Optional[_Iterable[_Union[OperationResult, _Mapping]]] = ..., checks: _Optional[_Iterable[_Union[CheckResult, _Mapping]]] = ..., coverage: _Optional[_Union[CoverageTotal, _Mapping]] = ..., order_seed: _Optional[str] = ..., sweeps: _Optional[_Iterable[_Union[SweepResult, _Mapping]]] = ..., error_classes: _Optional[_Iterable[_Union[ErrorClassResult, _Mapping]]] = ..., crashes: _Optional[_Iterable[_Union[CrashResult, _Mapping]]] = ..., counts: _Optional[_Union[OutcomeCounts, _Mapping]] = ..., answers_compared: _Optional[int] = ..., answers_asked: _Optional[int] = ..., sections: _Optional[_Iterable[_Union[RunSection, _Mapping]]] = ...) -> None: ...

class RunSection(_message.Message):
    __slots__ = ("name", "lines", "json", "answers", "notes")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    name: str
    lines: _containers.RepeatedScalarFieldContainer[str]
    json: str
    answers: _containers.RepeatedScalarFieldContainer[str]
    notes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., lines: _Optional[_Iterable[str]] = ..., json: _Optional[str] = ..., answers: _Optional[_Iterable[str]] = ..., notes: _Optional[_Iterable[str]] = ...) -> None: ...

class CrashResult(_message.Message):
    __slots__ = ("step", "trial", "phase", "how", "acknowledged", "lost", "rpo_ns", "rto_ns", "recovered_ns", "unknown", "unknown_kept", "phantoms", "half_transactions", "parameters_json")
    STEP_FIELD_NUMBER: _ClassVar[int]
    TRIAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    HOW_FIELD_NUMBER: _ClassVar[int]
    ACKNOWLEDGED_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    RPO_NS_FIELD_NUMBER: _ClassVar[int]
    RTO_NS_FIELD_NUMBER: _ClassVar[int]
    RECOVERED_NS_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_KEPT_FIELD_NUMBER: _ClassVar[int]
    PHANTOMS_FIELD_NUMBER: _ClassVar[int]
    HALF_TRANSACTIONS_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_JSON_FIELD_NUMBER: _ClassVar[int]
    step: int
    trial: int
    phase: str
    how: str
    acknowledged: int
    lost: int
    rpo_ns: float
    rto_ns: float
    recovered_ns: float
    unknown: int
    unknown_kept: int
    phantoms: int
    half_transactions: int
    parameters_json: str
    def __init__(self, step: _Optional[int] = ..., trial: _Optional[int] = ..., phase: _Optional[str] = ..., how: _Optional[str] = ..., acknowledged: _Optional[int] = ..., lost: _Optional[int] = ..., rpo_ns: _Optional[float] = ..., rto_ns: _Optional[float] = ..., recovered_ns: _Optional[float] = ..., unknown: _Optional[int] = ..., unknown_kept: _Optional[int] = ..., phantoms: _Optional[int] = ..., half_transactions: _Optional[int] = ..., parameters_json: _Optional[str] = ...) -> None: ...

class ErrorClassResult(_message.Message):
    __slots__ = ("name", "count", "example")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    EXAMPLE_FIELD_NUMBER: _ClassVar[int]
    name: str
    count: int
    example: str
    def __init__(self, name: _Optional[str] = ..., count: _Optional[int] = ..., example: _Optional[str] = ...) -> None: ...

class SweepResult(_message.Message):
    __slots__ = ("phase", "group", "unit", "keys", "steps", "cold_trials", "sentences")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    GROUP_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    COLD_TRIALS_FIELD_NUMBER: _ClassVar[int]
    SENTENCES_FIELD_NUMBER: _ClassVar[int]
    phase: str
    group: str
    unit: str
    keys: _containers.RepeatedScalarFieldContainer[str]
    steps: _containers.RepeatedCompositeFieldContainer[SweepStepResult]
    cold_trials: int
    sentences: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, phase: _Optional[str] = ..., group: _Optional[str] = ..., unit: _Optional[str] = ..., keys: _Optional[_Iterable[str]] = ..., steps: _Optional[_Iterable[_Union[SweepStepResult, _Mapping]]] = ..., cold_trials: _Optional[int] = ..., sentences: _Optional[_Iterable[str]] = ...) -> None: ...

class SweepStepResult(_message.Message):
    __slots__ = ("step", "values", "trials", "per_s", "low", "high", "p50_ns", "p99_ns", "error_percent", "remark", "best", "limited_by", "counts")
    STEP_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    TRIALS_FIELD_NUMBER: _ClassVar[int]
    PER_S_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    P50_NS_FIELD_NUMBER: _ClassVar[int]
    P99_NS_FIELD_NUMBER: _ClassVar[int]
    ERROR_PERCENT_FIELD_NUMBER: _ClassVar[int]
    REMARK_FIELD_NUMBER: _ClassVar[int]
    BEST_FIELD_NUMBER: _ClassVar[int]
    LIMITED_BY_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    step: int
    values: _containers.RepeatedScalarFieldContainer[str]
    trials: int
    per_s: float
    low: float
    high: float
    p50_ns: float
    p99_ns: float
    error_percent: float
    remark: str
    best: bool
    limited_by: str
    counts: OutcomeCounts
    def __init__(self, step: _Optional[int] = ..., values: _Optional[_Iterable[str]] = ..., trials: _Optional[int] = ..., per_s: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., p50_ns: _Optional[float] = ..., p99_ns: _Optional[float] = ..., error_percent: _Optional[float] = ..., remark: _Optional[str] = ..., best: _Optional[bool] = ..., limited_by: _Optional[str] = ..., counts: _Optional[_Union[OutcomeCounts, _Mapping]] = ...) -> None: ...

class OperationResult(_message.Message):
    __slots__ = ("step", "trial", "phase", "operation", "ok", "errors", "ok_per_s", "p50_ns", "p99_ns", "p999_ns", "max_ns", "counts")
    STEP_FIELD_NUMBER: _ClassVar[int]
    TRIAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    OPERATION_FIELD_NUMBER: _ClassVar[int]
    OK_FIELD_NUMBER: _ClassVar[int]
    ERRORS_FIELD_NUMBER: _ClassVar[int]
    OK_PER_S_FIELD_NUMBER: _ClassVar[int]
    P50_NS_FIELD_NUMBER: _ClassVar[int]
    P99_NS_FIELD_NUMBER: _ClassVar[int]
    P999_NS_FIELD_NUMBER: _ClassVar[int]
    MAX_NS_FIELD_NUMBER: _ClassVar[int]
    COUNTS_FIELD_NUMBER: _ClassVar[int]
    step: int
    trial: int
    phase: str
    operation: str
    ok: int
    errors: int
    ok_per_s: float
    p50_ns: float
    p99_ns: float
    p999_ns: float
    max_ns: float
    counts: OutcomeCounts
    def __init__(self, step: _Optional[int] = ..., trial: _Optional[int] = ..., phase: _Optional[str] = ..., operation: _Optional[str] = ..., ok: _Optional[int] = ..., errors: _Optional[int] = ..., ok_per_s: _Optional[float] = ..., p50_ns: _Optional[float] = ..., p99_ns: _Optional[float] = ..., p999_ns: _Optional[float] = ..., max_ns: _Optional[float] = ..., counts: _Optional[_Union[OutcomeCounts, _Mapping]] = ...) -> None: ...

class CheckResult(_message.Message):
    __slots__ = ("kind", "passed", "text")
    KIND_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    kind: str
    passed: bool
    text: str
    def __init__(self, kind: _Optional[str] = ..., passed: _Optional[bool] = ..., text: _Optional[str] = ...) -> None: ...

class CoverageTotal(_message.Message):
    __slots__ = ("planned", "covered", "missing", "counted", "executed_again", "quarantined")
    PLANNED_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    MISSING_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    EXECUTED_AGAIN_FIELD_NUMBER: _ClassVar[int]
    QUARANTINED_FIELD_NUMBER: _ClassVar[int]
    planned: int
    covered: int
    missing: int
    counted: int
    executed_again: int
    quarantined: int
    def __init__(self, planned: _Optional[int] = ..., covered: _Optional[int] = ..., missing: _Optional[int] = ..., counted: _Optional[int] = ..., executed_again: _Optional[int] = ..., quarantined: _Optional[int] = ...) -> None: ...

class StatusRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Status(_message.Message):
    __slots__ = ("version", "store", "workers", "runs", "refused", "ended", "clock_ns", "observers")
    class RefusedEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    VERSION_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    RUNS_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_NS_FIELD_NUMBER: _ClassVar[int]
    OBSERVERS_FIELD_NUMBER: _ClassVar[int]
    version: str
    store: str
    workers: _containers.RepeatedCompositeFieldContainer[WorkerStatus]
    runs: _containers.RepeatedCompositeFieldContainer[RunStatus]
    refused: _containers.ScalarMap[str, int]
    ended: Finished
    clock_ns: int
    observers: _containers.RepeatedCompositeFieldContainer[WorkerStatus]
    def __init__(self, version: _Optional[str] = ..., store: _Optional[str] = ..., workers: _Optional[_Iterable[_Union[WorkerStatus, _Mapping]]] = ..., runs: _Optional[_Iterable[_Union[RunStatus, _Mapping]]] = ..., refused: _Optional[_Mapping[str, int]] = ..., ended: _Optional[_Union[Finished, _Mapping]] = ..., clock_ns: _Optional[int] = ..., observers: _Optional[_Iterable[_Union[WorkerStatus, _Mapping]]] = ...) -> None: ...

class WorkerStatus(_message.Message):
    __slots__ = ("name", "language", "host", "state", "clients", "offset_ns", "offset_error_ns", "last_seen_ms", "cpu_cores", "schedule_lag_max_ns")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_NS_FIELD_NUMBER: _ClassVar[int]
    OFFSET_ERROR_NS_FIELD_NUMBER: _ClassVar[int]
    LAST_SEEN_MS_FIELD_NUMBER: _ClassVar[int]
    CPU_CORES_FIELD_NUMBER: _ClassVar[int]
    SCHEDULE_LAG_MAX_NS_FIELD_NUMBER: _ClassVar[int]
    name: str
    language: str
    host: str
    state: str
    clients: int
    offset_ns: int
    offset_error_ns: int
    last_seen_ms: int
    cpu_cores: float
    schedule_lag_max_ns: int
    def __init__(self, name: _Optional[str] = ..., language: _Optional[str] = ..., host: _Optional[str] = ..., state: _Optional[str] = ..., clients: _Optional[int] = ..., offset_ns: _Optional[int] = ..., offset_error_ns: _Optional[int] = ..., last_seen_ms: _Optional[int] = ..., cpu_cores: _Optional[float] = ..., schedule_lag_max_ns: _Optional[int] = ...) -> None: ...

class RunStatus(_message.Message):
    __slots__ = ("run_id", "name", "state", "phase", "progress")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    name: str
    state: str
    phase: str
    progress: Progress
    def __init__(self, run_id: _Optional[int] = ..., name: _Optional[str] = ..., state: _Optional[str] = ..., phase: _Optional[str] = ..., progress: _Optional[_Union[Progress, _Mapping]] = ...) -> None: ...

class Cancel(_message.Message):
    __slots__ = ("run_id", "now")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    NOW_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    now: bool
    def __init__(self, run_id: _Optional[int] = ..., now: _Optional[bool] = ...) -> None: ...

class Cancelled(_message.Message):
    __slots__ = ("run_id", "failure")
    RUN_ID_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    run_id: int
    failure: str
    def __init__(self, run_id: _Optional[int] = ..., failure: _Optional[str] = ...) -> None: ...

class OperationId(_message.Message):
    __slots__ = ("session", "assignment", "index")
    SESSION_FIELD_NUMBER: _ClassVar[int]
    ASSIGNMENT_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    session: int
    assignment: int
    index: int
    def __init__(self, session: _Optional[int] = ..., assignment: _Optional[int] = ..., index: _Optional[int] = ...) -> None: ...

class ListOperations(_message.Message):
    __slots__ = ("request", "older_than_ns", "most")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    OLDER_THAN_NS_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    request: int
    older_than_ns: int
    most: int
    def __init__(self, request: _Optional[int] = ..., older_than_ns: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class OperationsInFlight(_message.Message):
    __slots__ = ("request", "operations", "omitted", "silent")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    OMITTED_FIELD_NUMBER: _ClassVar[int]
    SILENT_FIELD_NUMBER: _ClassVar[int]
    request: int
    operations: _containers.RepeatedCompositeFieldContainer[OperationInFlight]
    omitted: int
    silent: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, request: _Optional[int] = ..., operations: _Optional[_Iterable[_Union[OperationInFlight, _Mapping]]] = ..., omitted: _Optional[int] = ..., silent: _Optional[_Iterable[str]] = ...) -> None: ...

class OperationInFlight(_message.Message):
    __slots__ = ("id", "age_ns", "client", "name", "statement", "actions", "worker")
    ID_FIELD_NUMBER: _ClassVar[int]
    AGE_NS_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    WORKER_FIELD_NUMBER: _ClassVar[int]
    id: OperationId
    age_ns: int
    client: int
    name: str
    statement: str
    actions: int
    worker: str
    def __init__(self, id: _Optional[_Union[OperationId, _Mapping]] = ..., age_ns: _Optional[int] = ..., client: _Optional[int] = ..., name: _Optional[str] = ..., statement: _Optional[str] = ..., actions: _Optional[int] = ..., worker: _Optional[str] = ...) -> None: ...

class AbortOperations(_message.Message):
    __slots__ = ("request", "operations", "older_than_ns")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    OLDER_THAN_NS_FIELD_NUMBER: _ClassVar[int]
    request: int
    operations: _containers.RepeatedCompositeFieldContainer[OperationId]
    older_than_ns: int
    def __init__(self, request: _Optional[int] = ..., operations: _Optional[_Iterable[_Union[OperationId, _Mapping]]] = ..., older_than_ns: _Optional[int] = ...) -> None: ...

class OperationsAborted(_message.Message):
    __slots__ = ("request", "operations", "silent")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    SILENT_FIELD_NUMBER: _ClassVar[int]
    request: int
    operations: _containers.RepeatedCompositeFieldContainer[AbortedOperation]
    silent: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, request: _Optional[int] = ..., operations: _Optional[_Iterable[_Union[AbortedOperation, _Mapping]]] = ..., silent: _Optional[_Iterable[str]] = ...) -> None: ...

class AbortedOperation(_message.Message):
    __slots__ = ("id", "name", "worker", "state", "message")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    WORKER_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    id: OperationId
    name: str
    worker: str
    state: str
    message: str
    def __init__(self, id: _Optional[_Union[OperationId, _Mapping]] = ..., name: _Optional[str] = ..., worker: _Optional[str] = ..., state: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...
