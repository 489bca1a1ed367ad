/// What a callback runs, and where.
enum CallbackBody: Sendable {
  /// Runs on the main actor, in its turn.
  case sync(@MainActor @Sendable (RheaContext) throws -> Void)
  /// Starts on the main actor in its turn, and may suspend.
  case mainAsync(@MainActor @Sendable (RheaContext) async throws -> Void)
  /// Runs off the main actor.
  case concurrent(@concurrent @Sendable (RheaContext) async throws -> Void)

  /// Whether it runs off the main actor.
  var isConcurrent: Bool {
    if case .concurrent = self { true } else { false }
  }

  /// Whether it has returned when starting it has.
  var returnsAtOnce: Bool {
    if case .sync = self { true } else { false }
  }
}
