import ToolkitTrace

/// A recipient of the calls that match no route in a fresh state.
///
/// Code may catch the error of such a call. A test of one module must still learn about it, because
/// the route may belong to a module that the test does not include.
package final class MissedCalls: Sendable {
  private let receive: @Sendable (_ url: String, _ caller: CodeLocation) -> Void

  /// Creates a recipient.
  ///
  /// - Parameter receive: Called with the URL without its query, on the thread of the call.
  package init(_ receive: @escaping @Sendable (_ url: String, _ caller: CodeLocation) -> Void) {
    self.receive = receive
  }

  /// Passes a call to the recipient of the calling code, if it has one.
  static func note(_ url: String, by caller: CodeLocation) {
    FreshStates.state(of: MissedCalls.self)?.receive(url, caller)
  }
}
