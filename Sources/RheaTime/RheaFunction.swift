/// What a callback is in most cases: a function of the main actor that takes the
/// context.
public typealias RheaFunction = @MainActor @Sendable (RheaContext) throws -> Void
