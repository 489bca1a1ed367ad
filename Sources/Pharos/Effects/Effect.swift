/// A closure that runs now, and again whenever one of its dependencies changes.
/// ```swift
/// let effect = Effect { scope in
///   let feed = Feed(of: model.name)
///   scope.onDiscard { feed.close() }
/// }
/// ```
///
/// Each run records its dependencies, as with ``Derived``: the ``Observable`` properties, current
/// values of relays, and derived values that the closure reads. The effect runs once for each
/// change, after all its dependencies have their new values, and not at all if none of them has
/// changed. Reads in ``untracked(_:)`` do not count.
///
/// The closure gets a ``Retainer`` that manages what belongs to one run: observers, other effects,
/// and clean-up code (``Retainer/onDiscard(_:)``). They are discarded before the next run, and when
/// the effect ends.
///
/// Everything that the closure sets is one change, as in ``transaction(_:)``. If the closure also
/// depends on it, it runs again.
///
/// The effect ends when it is released, when you call ``discard()``, or with a retainer.
///
/// - Concurrency: Belongs to the actor or thread of its dependencies, and is not `Sendable`. The
///   closure runs on the actor on which you created the effect. If the change is delivered there,
///   it runs before the setter returns. A closure that belongs to no actor runs where the change is
///   delivered.
public final class Effect {
  private let runner: EffectRunner

  /// Creates an effect and runs it.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs, which is the caller's.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: Runs now and after changes. Its argument manages what belongs to one run.
  public init(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping (Retainer) -> Void
  ) {
    runner = EffectRunner(
      location: CodeLocation(fileID: fileID, line: line), actor: isolation, body)
    runner.update()
  }

  /// Creates an effect without a retainer for each run, and runs it.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which `body` runs, which is the caller's.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: Runs now and after changes.
  public convenience init(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping () -> Void
  ) {
    self.init(isolation: isolation, fileID: fileID, line: line) { _ in body() }
  }

  deinit {
    runner.end()
  }

  /// A Boolean value that indicates whether the effect has not ended.
  public var isValid: Bool { !runner.hasEnded }

  /// Ends the effect, and discards everything that belongs to its latest run.
  ///
  /// A run in progress finishes.
  public func cancel() {
    runner.end()
  }

  /// Does the same as ``cancel()``.
  public func discard() { cancel() }

  /// Makes `retainer` keep this effect, and end it when it discards.
  ///
  /// - Returns: This effect.
  @discardableResult
  public func referenceManaged(by retainer: Retainer) -> Self {
    retainer.onDiscard { self.discard() }
    return self
  }
}

@available(*, unavailable)
extension Effect: Sendable {}
