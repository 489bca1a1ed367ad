import ProcessLifecycle

/// One occurrence of an event on its way to its callbacks.
///
/// ```swift
/// await Rhea.trigger(event: .userDidLogin).finished
/// ```
///
/// It need not be kept: callbacks run all the same.
public struct RheaTrigger: Sendable {
  /// The callbacks that had not returned when the trigger did; nothing if all
  /// had, which spares the most frequent case an allocation.
  private let delivery: Delivery?

  init(_ delivery: Delivery? = nil) {
    self.delivery = delivery
  }

  /// A Boolean value that indicates whether every callback of this occurrence has returned.
  public var isFinished: Bool { delivery?.isFinished ?? true }

  /// Returns when every callback of this occurrence has returned.
  ///
  /// Waits for them even if the waiting task is cancelled: callbacks belong to
  /// the process, not to who happens to wait for them.
  public var finished: Void {
    get async { await delivery?.finished }
  }
}
