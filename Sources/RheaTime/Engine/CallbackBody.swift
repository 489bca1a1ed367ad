/// The function of a callback, with the actor on which it runs.
enum CallbackBody: Sendable {
  /// Runs on the main actor, synchronously in its turn.
  case sync(SyncBody)
  /// Starts on the main actor in its turn, and may suspend.
  case mainAsync(@MainActor @Sendable (RheaContext) async throws -> Void)
  /// Runs off the main actor.
  case concurrent(@concurrent @Sendable (RheaContext) async throws -> Void)

  /// Returns a body that runs on the main actor, synchronously in its turn.
  static func sync(_ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void) -> Self {
    .sync(SyncBody(body))
  }

  /// A Boolean value that indicates whether the body runs off the main actor.
  var isConcurrent: Bool {
    if case .concurrent = self { true } else { false }
  }

  /// A Boolean value that indicates whether the body is synchronous.
  var returnsAtOnce: Bool {
    if case .sync = self { true } else { false }
  }
}

/// A function of the main actor, which the engine calls after checking that it is on that actor.
///
/// `MainActor.assumeIsolated` would check again for every event, and allocate memory. That takes
/// longer than the rest of a trigger.
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
  /// Returns a body that runs `body` with the value of the event.
  static func typedSync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) throws -> Void
  ) -> CallbackBody {
    .sync { context in try body(payload(of: context)) }
  }

  /// Returns a body that starts `body` with the value of the event.
  static func typedMainAsync<Payload: Sendable>(
    _ body: @escaping @MainActor @Sendable (Payload) async throws -> Void
  ) -> CallbackBody {
    .mainAsync { context in try await body(payload(of: context)) }
  }

  /// Returns a body that runs `body` off the main actor with the value of the event.
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

/// The error for an event with a value of another type than the callback takes.
///
/// It occurs if the event was triggered by its string.
struct WrongPayload: Error {
  let param: (any Sendable)?
  let expected: any Any.Type
}

// The function below removes the isolation from the function of a callback, so that code on the
// main actor can call it without another check.
//
// Its only caller passes the result to a ``SyncBody``, which is called on the main actor only. The
// standard library's `assumeIsolated(_:)` casts in the same way.

/// Returns a function of the main actor without its isolation.
///
/// Both types have the same representation: a global actor is part of the type only, and a
/// synchronous function is called in the same way on every actor.
func withoutMainActor(
  _ body: @escaping @MainActor @Sendable (RheaContext) throws -> Void
) -> @Sendable (RheaContext) throws -> Void {
  unsafe unsafeBitCast(body, to: (@Sendable (RheaContext) throws -> Void).self)
}

/// The context of a callback: the event and its value.
public struct RheaContext: Sendable, __RheaLaunched {
  /// The event that happened.
  public let event: RheaEvent

  /// The value that the event was triggered with, if any.
  public let param: (any Sendable)?

  /// The launch options of the process.
  public var launchOptions: LaunchOptions { .current }

  /// Creates the context of an event, for a test that calls a callback's function directly.
  public init(event: RheaEvent, param: (any Sendable)? = nil) {
    self.event = event
    self.param = param
  }
}

/// The launch options as an optional, as the original Rhea declares them.
///
/// The compiler uses this property where an optional is required, as in `if let`, and otherwise the
/// one of ``RheaContext``. The options are never `nil`.
///
/// - Warning: It is public only because ``RheaContext`` is. Do not use it directly.
public protocol __RheaLaunched {}

extension __RheaLaunched where Self == RheaContext {
  public var launchOptions: LaunchOptions? { .current }
}

/// The most common form of a callback: a function of the main actor that takes the context.
public typealias RheaFunction = @MainActor @Sendable (RheaContext) throws -> Void
