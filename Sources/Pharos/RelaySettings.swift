import Synchronization
import ToolkitTrace

/// The settings of all relays of the process.
public enum RelaySettings {
  static let limit = Atomic(1_000_000)

  /// The maximum length of a chain of changes, each made by an observer of the previous change.
  ///
  /// A longer chain is taken for a cycle: its last change is stored but not delivered, and the
  /// relays in the cycle are reported to ``errorHandler``. If one change leads to several, their
  /// chains are counted together, each from its ninth change on. They are taken for a cycle when
  /// they are four times as long as the limit.
  ///
  /// - Precondition: At least 1.
  public static var feedbackLimit: Int {
    get { limit.load(ordering: .relaxed) }
    set {
      precondition(
        newValue > 0,
        """
        RelaySettings.feedbackLimit was set to \(newValue), so no observer could change a relay. \
        Set it to 1 or more.
        """)
      limit.store(newValue, ordering: .relaxed)
    }
  }

  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (PharosError) -> Void

  /// The function that is called with errors that no code catches.
  ///
  /// The default writes to standard error. A fresh state (`SharedRelays.withFreshState`) starts
  /// with the handler of the surrounding code. A handler that is set inside the fresh state applies
  /// only there.
  ///
  /// - Concurrency: Called on the thread on which the error occurs, with no lock held.
  public static var errorHandler: ErrorHandler {
    get { RelayErrorHandler.current.value }
    set { RelayErrorHandler.current.value = newValue }
  }
}

/// The error handler of the process or of a fresh state.
final class RelayErrorHandler: Sendable {
  /// The handler of the process.
  static let process = RelayErrorHandler { error in
    StandardError.report(error, source: "Pharos")
  }

  /// The handler of the calling code.
  static var current: RelayErrorHandler {
    FreshStates.state(of: RelayDirectory.self)?.errorHandler ?? process
  }

  private let handler: Mutex<RelaySettings.ErrorHandler>

  init(_ handler: @escaping RelaySettings.ErrorHandler) {
    self.handler = Mutex(handler)
  }

  var value: RelaySettings.ErrorHandler {
    get { handler.withLock(\.self) }
    set {
      var replaced = newValue
      // The replaced handler is released outside the lock.
      handler.withLock { swap(&$0, &replaced) }
    }
  }
}
