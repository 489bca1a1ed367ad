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
