import Observation

extension ValueRelay {
  /// Makes a relay of what a closure reads of a model of the Observation library.
  ///
  /// ```swift
  /// let name = ValueRelay.observing { model.name }
  /// name.whenDidSet { changes in print(changes.new) }
  /// ```
  ///
  /// When something that the closure has read changes, the closure runs again, a
  /// little later, on the actor on which this is called; changes that come before
  /// then are one. It goes on as long as the relay is kept, or managed by a retainer.
  ///
  /// - Parameters:
  ///   - isolation: Where the closure runs: where this is called.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
  ///   - read: Reads the model.
  /// - Returns: The relay.
  public static func observing(
    isolation: isolated any Actor = #isolation, fileID: String = #fileID,
    line: Int = #line, _ read: @escaping () -> Value
  ) -> ValueRelay<Value> {
    let tracking = ModelTracking(read, on: isolation)
    let core = Core(tracking.track(), origin: CodeLocation(fileID: fileID, line: line))
    core.maker = tracking
    tracking.core = core
    return ValueRelay(main: core)
  }
}

/// Reads a model again and again, whenever it changes, as long as a core wants it.
///
/// - Concurrency: Only used on one actor; only ``didChange()`` comes from anywhere.
private final class ModelTracking<Value>: @unchecked Sendable {
  // Why this is Sendable: the constants are, and the rest is only touched on the
  // actor, see `isolation`.

  private let read: () -> Value
  private let isolation: ObserverIsolation
  weak var core: Core<Value>?

  init(_ read: @escaping () -> Value, on actor: any Actor) {
    self.read = read
    isolation = ObserverIsolation(actor)
  }

  /// Reads the model, and has the next change noted.
  ///
  /// The model does not keep this, and so not itself.
  func track() -> Value {
    withObservationTracking(read) { [weak self] in self?.didChange() }
  }

  /// Reads the model again when the change, which is only about to be made, has been.
  private func didChange() {
    isolation.enqueue { [self] in
      guard let core else { return }
      core.set(track(), from: ChangeSource(self))
    }
  }
}
