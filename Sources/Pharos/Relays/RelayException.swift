/// The treatment of ``ValueRelay/invokeRelayWithCurrentValue()`` by an observer that ignores
/// equal values.
///
/// Nothing changes when a relay is invoked by hand, so that an observer of other
/// values alone is not notified, unless it says so:
///
/// ```swift
/// $text.whenDidUniqueSet(.exceptInvokedManually) { changes in print(changes.new) }
///   .invokeRelayWithCurrentValue()
/// ```
public enum RelayException: Sendable, Hashable {
  /// It is kept away like any other.
  case always
  /// It is let through.
  case exceptInvokedManually

  /// Returns whether a change is let through, whatever its values.
  @inlinable
  func letsThrough<Value>(_ change: Changes<Value>) -> Bool {
    self == .exceptInvokedManually && change.invokedManually
  }

  /// Returns a filter that ignores changes for which a condition holds.
  func unless<Value>(
    _ isIgnored: @escaping (Changes<Value>) -> Bool
  ) -> (Changes<Value>) -> Bool {
    self == .always ? isIgnored : { !letsThrough($0) && isIgnored($0) }
  }

  /// Returns a filter that ignores changes between equal values.
  func unlessChanging<Value: Equatable>() -> (Changes<Value>) -> Bool {
    unless(\.isNotChanging)
  }
}
