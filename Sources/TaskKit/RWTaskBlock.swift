/// The closure of a task that is added at run time.
public typealias RWTaskBlock = @Sendable (TaskContext) async throws -> Void
