/// A closure that runs now, and again whenever something that it has read changes.
///
/// ```swift
/// let effect = Effect { scope in
///   let feed = Feed(of: model.name)
///   scope.onDiscard { feed.close() }
/// }
/// ```
///
/// What it depends on is found out by running it, each time anew, as with ``Derived``:
/// properties that are ``Observable``, the current values of relays, and derived values. It
/// runs after everything that it depends on has its new value, once for each change, and
/// not if none of these has changed. Reads in ``untracked(_:)`` do not count.
///
/// What the closure is given is a ``Retainer`` for what belongs to one run: it is discarded
/// before the next run, and when the effect ends. Observers, other effects and clean-up
/// (``Retainer/onDiscard(_:)``) that a run leaves behind are managed by it.
///
/// What the closure sets is one change, as in ``transaction(_:)``; if it depends on that, it
/// runs again.
///
/// The effect ends when it is released, with ``discard()``, or with a retainer.
///
/// - Concurrency: Belongs to the code that what it reads belongs to, and is not `Sendable`.
///   The closure runs on the actor on which the effect was made, before the setter returns
///   if the change is delivered there; one that belongs to no actor runs where the change
///   is delivered.
public final class Effect {
  private let runner: EffectRunner

  /// Makes an effect and runs it.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
  ///   - body: Runs now and after changes. It is given what manages the rest of a run.
  public init(
    isolation: isolated (any Actor)? = #isolation, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping (Retainer) -> Void
  ) {
    runner = EffectRunner(
      location: CodeLocation(fileID: fileID, line: line), actor: isolation, body)
    runner.update()
  }

  /// Makes an effect that leaves nothing behind, and runs it.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - fileID: Where it is made; leave it out.
  ///   - line: Where it is made; leave it out.
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

  /// Ends the effect, and what its latest run has left behind.
  ///
  /// If it runs at this moment, it runs to its end.
  public func cancel() {
    runner.end()
  }

  /// Does the same as ``cancel()``.
  public func discard() { cancel() }

  /// Has the effect kept by a retainer, and ended with it.
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
