import Synchronization

/// Two closures that are called when the first observer of a value comes and when the last
/// goes.
///
/// - Concurrency: May be used from any thread. The two closures are called in turn, and
///   never at the same time; no lock is held meanwhile.
final class ObservationHook: @unchecked Sendable {
  // Why this is Sendable: the closures never change, and the front sees to it that they may
  // run where observers of its relay are added and end.

  private struct State {
    /// A Boolean value that indicates whether the latest call was of the beginning.
    var isObserved = false
    /// A Boolean value that indicates whether a closure is being called.
    var isBusy = false
  }

  private let state = Mutex(State())
  private let begin: () -> Void
  private let end: () -> Void

  init(begin: @escaping () -> Void, end: @escaping () -> Void) {
    self.begin = begin
    self.end = end
  }

  /// Calls the closures until the latest call matches whether there are observers.
  ///
  /// - Parameter hasAudience: Finds out whether there are observers. If another call is at
  ///   work, that one looks again when it is done.
  func update(_ hasAudience: () -> Bool) {
    while true {
      let isObserved = hasAudience()
      let isDue = state.withLock { state in
        guard !state.isBusy, state.isObserved != isObserved else { return false }
        state = State(isObserved: isObserved, isBusy: true)
        return true
      }
      guard isDue else { return }
      if isObserved { begin() } else { end() }
      state.withLock { $0.isBusy = false }
    }
  }
}

extension Node {
  /// Has closures called when the first observer comes and when the last goes.
  final func addObservationHook(begin: @escaping () -> Void, end: @escaping () -> Void) {
    let hook = ObservationHook(begin: begin, end: end)
    lock.withLock { $0.observationHooks.append(hook) }
    hasObservationHooks.store(true, ordering: .releasing)
    notesAudience.store(true, ordering: .releasing)
    hook.update { hasAudience }
  }
}

extension ValueRelay {
  /// Has closures called when the first observer of the relay's value comes, and when the
  /// last goes, so that what makes the values need only run in between.
  ///
  /// ```swift
  /// $position.whenObserved { sensor.start() } whenUnobserved: { sensor.stop() }
  /// ```
  ///
  /// Observers of all relays of the value count, and so does what is made of them: a mapped
  /// relay that is kept, and a derived value or an ``Effect`` that is observed. If there are
  /// some already, the first closure is called now. When the property goes while it is
  /// observed, the second is called.
  ///
  /// - Returns: This relay.
  /// - Concurrency: The closures are called where observers are added and end.
  @discardableResult
  public final func whenObserved(
    _ begin: @escaping () -> Void, whenUnobserved end: @escaping () -> Void
  ) -> Self {
    core.addObservationHook(begin: begin, end: end)
    return self
  }
}

extension SharedRelay {
  /// Has closures called when the first observer of the relay's value comes, and when the
  /// last goes, as ``ValueRelay/whenObserved(_:whenUnobserved:)`` does.
  ///
  /// - Returns: This relay.
  /// - Concurrency: The closures are called in turn, on the threads on which observers are
  ///   added and end.
  @discardableResult
  public func whenObserved(
    _ begin: @escaping @Sendable () -> Void, whenUnobserved end: @escaping @Sendable () -> Void
  ) -> Self {
    core.addObservationHook(begin: begin, end: end)
    return self
  }
}
