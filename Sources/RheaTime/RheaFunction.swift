/// The most common form of a callback: a function of the main actor that takes the context.
public typealias RheaFunction = @MainActor @Sendable (RheaContext) throws -> Void
