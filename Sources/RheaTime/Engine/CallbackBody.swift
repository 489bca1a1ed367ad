/// The function of a callback, and where it runs.
enum CallbackBody: Sendable {
  /// Runs on the main actor, in its turn.
  case sync(SyncBody)
  /// Starts on the main actor in its turn, and may suspend.
  case mainAsync(@MainActor @Sendable (RheaContext) async throws -> Void)
  /// Runs off the main actor.
  case concurrent(@concurrent @Sendable (RheaContext) async throws -> Void)

  /// A body that runs on the main actor, in its turn.
  static func sync(_ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void) -> Self {
    .sync(SyncBody(body))
  }

  /// A Boolean value that indicates whether it runs off the main actor.
  var isConcurrent: Bool {
    if case .concurrent = self { true } else { false }
  }

  /// A Boolean value that indicates whether it has returned when starting it has.
  var returnsAtOnce: Bool {
    if case .sync = self { true } else { false }
  }
}

/// A function of the main actor that the engine calls when it has made sure to
/// be there.
///
/// `MainActor.assumeIsolated` would make sure once more for every event, and
/// allocate to do so: it takes longer than everything else in a trigger.
struct SyncBody: Sendable {
  private let body: @Sendable (RheaContext) throws -> Void

  init(_ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void) {
    self.body = withoutMainActor(body)
  }

  /// A function that does nothing.
  static let nothing = SyncBody { _ in }

  /// Calls the function.
  ///
  /// - Precondition: The caller runs on the main actor.
  func callOnMain(_ context: RheaContext) throws {
    try body(context)
  }
}

extension CallbackBody {
  /// Runs `body` with the value that the event came with.
  static func typedSync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) throws -> Void
  ) -> CallbackBody {
    .sync { context in try body(payload(of: context)) }
  }

  /// Starts `body` with the value that the event came with.
  static func typedMainAsync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> CallbackBody {
    .mainAsync { context in try await body(payload(of: context)) }
  }

  /// Runs `body` off the main actor with the value that the event came with.
  static func typedConcurrent<Payload: Sendable>(
    _ body: @escaping @concurrent @Sendable (Payload) async throws -> Void
  ) -> CallbackBody {
    .concurrent { context in try await body(payload(of: context)) }
  }

  private static func payload<Payload: Sendable>(of context: RheaContext) throws -> Payload {
    guard let payload = context.param as? Payload else {
      throw WrongPayload(param: context.param, expected: Payload.self)
    }
    return payload
  }
}

/// An event came with another value than the callback takes, because it was
/// triggered by its text.
struct WrongPayload: Error {
  let param: (any Sendable)?
  let expected: any Any.Type
}

// The function of a callback, without what the compiler knows of its isolation, so that code
// that runs on the main actor can call it without checking that once more.
//
// The only caller gives the result to a ``SyncBody``, which is called on the main actor only.
// The standard library's `assumeIsolated(_:)` casts in the same way.

/// Returns a function of the main actor without its isolation.
///
/// Both types have one representation: a global actor is part of the type only, and a
/// synchronous function is called in the same way on every actor.
func withoutMainActor(
  _ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void
) -> @Sendable (RheaContext) throws -> Void {
  unsafe unsafeBitCast(body, to: (@Sendable (RheaContext) throws -> Void).self)
}

/// The context of a callback: the event that happened and what came with it.
public struct RheaContext: Sendable, __RheaLaunched {
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

/// The options of a launch as an optional, as Rhea declares them.
///
/// The compiler takes this one where an optional is needed, as in `if let`, and otherwise that of
/// ``RheaContext``. They are never `nil`.
///
/// - Warning: It is public only because ``RheaContext`` is. Do not use it directly.
public protocol __RheaLaunched {}

extension __RheaLaunched where Self == RheaContext {
  public var launchOptions: LaunchOptions? { .current }
}

/// The most common form of a callback: a function of the main actor that takes the context.
public typealias RheaFunction = @MainActor @Sendable (RheaContext) throws -> Void
