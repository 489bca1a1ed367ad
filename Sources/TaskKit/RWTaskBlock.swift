/// What a task that is added at run time does.
public typealias RWTaskBlock = @Sendable (TaskContext) async throws -> Void
