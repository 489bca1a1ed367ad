import Synchronization

/// A pair of closures that are called when a value gets its first observer and loses its last one.
///
/// - Concurrency: May be used from any thread. The two closures are called alternately, never at
///   the same time, and with no lock held.
final class ObservationHook: @unchecked Sendable {
  // Why this is Sendable: the closures never change, and the front makes sure that they may run
  // wherever observers of its relay are added and removed.

  private struct State {
    /// A Boolean value that indicates whether `begin` was called later than `end`.
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
  /// - Parameter hasAudience: Returns whether there are observers. If another call of this method
  ///   is running, that call evaluates it again when its closure returns, and this one returns.
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
  /// Calls `begin` when the core gets its first observer, and `end` when it loses its last one.
  final func addObservationHook(begin: @escaping () -> Void, end: @escaping () -> Void) {
    let hook = ObservationHook(begin: begin, end: end)
    lock.withLock { $0.relations.hooks.append(hook) }
    notesAudience.store(true, ordering: .releasing)
    hook.update { hasAudience }
  }
}

extension ValueRelay {
  /// Calls one closure when the relay's value gets its first observer, and another when it loses
  /// its last one.
  ///
  /// Use this to produce values only while they are observed:
  ///
  /// ```swift
  /// $position.whenObserved { sensor.start() } whenUnobserved: { sensor.stop() }
  /// ```
  ///
  /// Observers of all relays of the value count. So do a mapped relay that is kept, and a derived
  /// value or an ``Effect`` that is observed. If the value has observers already, the first closure
  /// is called now. If the property is released while it is observed, the second closure is called.
  ///
  /// - Returns: This relay.
  /// - Concurrency: The closures are called where observers are added and removed.
  @discardableResult
  public final func whenObserved(
    _ begin: @escaping () -> Void, whenUnobserved end: @escaping () -> Void
  ) -> Self {
    core.addObservationHook(begin: begin, end: end)
    return self
  }
}

extension SharedRelay {
  /// Calls one closure when the relay's value gets its first observer, and another when it loses
  /// its last one.
  ///
  /// See ``ValueRelay/whenObserved(_:whenUnobserved:)``.
  ///
  /// - Returns: This relay.
  /// - Concurrency: The closures are called alternately, on the threads on which observers are
  ///   added and removed.
  @discardableResult
  public func whenObserved(
    _ begin: @escaping @Sendable () -> Void, whenUnobserved end: @escaping @Sendable () -> Void
  ) -> Self {
    core.addObservationHook(begin: begin, end: end)
    return self
  }
}
