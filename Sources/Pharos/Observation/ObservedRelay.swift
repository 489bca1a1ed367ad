public import Observation

/// A relay's value as a model of the Observation library.
///
/// SwiftUI views, `withObservationTracking` and `Observations` track reads of ``value`` and are
/// notified when it changes.
///
/// ```swift
/// let count = $count.observed
/// withObservationTracking { print(count.value) } onChange: { … }
/// ```
///
/// Relays without an `ObservedRelay` have no extra cost.
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
        // The relay already has the new value. The trackers of Observation read it later in any
        // case.
        registrar.withMutation(of: self, keyPath: \.value) {}
      }
    }
  }

  deinit {
    relay.discard()
  }

  /// The current value.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return relay.currentValue
  }
}

@available(*, unavailable)
extension ObservedRelay: Sendable {}

extension ValueRelay {
  /// A model of the Observation library with this relay's value, which is updated as long as you
  /// keep it.
  public var observed: ObservedRelay<Value> { ObservedRelay(self) }
}

/// A shared relay's value as a model of the Observation library.
///
/// It is the counterpart of ``ObservedRelay``.
///
/// - Concurrency: May be used from any thread. `onChange` closures of the library are called on the
///   thread that delivers the change.
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

  /// The current value.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return relay.value
  }
}

extension SharedRelay {
  /// A model of the Observation library with this relay's value, which is updated as long as you
  /// keep it.
  public var observed: SharedObservedRelay<Value> { SharedObservedRelay(self) }
}
