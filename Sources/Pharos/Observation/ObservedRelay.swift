public import Observation

/// A relay's value for those who use the Observation library: SwiftUI's views,
/// `withObservationTracking` and `Observations` see that they read it, and when it
/// changes.
///
/// ```swift
/// let count = $count.observed
/// withObservationTracking { print(count.value) } onChange: { … }
/// ```
///
/// A relay for which none is made costs nothing more.
///
/// - Concurrency: Belongs to the code that the relay belongs to, and is not `Sendable`.
public final class ObservedRelay<Value>: Observation.Observable {
  private let registrar = ObservationRegistrar()
  private let relay: ValueRelay<Value>

  fileprivate init(_ relay: ValueRelay<Value>) {
    self.relay = relay.nextRelay()
    self.relay.update {
      $0.body = Observer { [weak self] _ in
        guard let self else { return }
        // The value is there already; those who observe it read it later anyway.
        registrar.withMutation(of: self, keyPath: \.value) {}
      }
    }
  }

  deinit {
    relay.discard()
  }

  /// The value that there is now.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return relay.currentValue
  }
}

@available(*, unavailable)
extension ObservedRelay: Sendable {}

extension ValueRelay {
  /// This relay's value for those who use the Observation library, as long as it is
  /// kept.
  public var observed: ObservedRelay<Value> { ObservedRelay(self) }
}

/// A shared relay's value for those who use the Observation library, as
/// ``ObservedRelay`` is a confined one's.
///
/// - Concurrency: May be used from any thread. What the library calls at a change is
///   called where the change is delivered.
public final class SharedObservedRelay<Value: Sendable>: Observation.Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let relay: SharedRelay<Value>

  fileprivate init(_ relay: SharedRelay<Value>) {
    self.relay = relay.nextRelay()
    self.relay.update {
      $0.body = Observer { [weak self] _ in
        guard let self else { return }
        registrar.withMutation(of: self, keyPath: \.value) {}
      }
    }
  }

  deinit {
    relay.discard()
  }

  /// The value that there is now.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return relay.value
  }
}

extension SharedRelay {
  /// This relay's value for those who use the Observation library, as long as it is
  /// kept.
  public var observed: SharedObservedRelay<Value> { SharedObservedRelay(self) }
}
