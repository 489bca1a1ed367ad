/// The context of a callback: the event that happened and what came with it.
public struct RheaContext: Sendable {
  /// The event that happened.
  public let event: RheaEvent

  /// The value that the event was triggered with, if any.
  public let param: (any Sendable)?

  /// The launch options of the process.
  public var launchOptions: LaunchOptions { .current }

  /// Describes an event, for a test that calls a callback's function itself.
  public init(event: RheaEvent, param: (any Sendable)? = nil) {
    self.event = event
    self.param = param
  }
}

/// The most common form of a callback: a function of the main actor that takes the context.
public typealias RheaFunction = @MainActor @Sendable (RheaContext) throws -> Void
