import Synchronization
import ToolkitTrace

/// The settings of all relays of the process.
public enum RelaySettings {
  static let limit = Atomic(1_000_000)

  /// The length that a chain of changes may have in which each is made by an observer of
  /// the one before.
  ///
  /// A longer one is taken for a cycle. Its last change is stored but not
  /// delivered, and the relays in the cycle are reported to ``errorHandler``. So are
  /// many chains that together are four times as long, where one change leads to
  /// several: each chain is counted from its ninth change on.
  ///
  /// - Precondition: At least 1.
  public static var feedbackLimit: Int {
    get { limit.load(ordering: .relaxed) }
    set {
      precondition(
        newValue > 0,
        """
        RelaySettings.feedbackLimit was set to \(newValue), with which no observer could change a \
        relay. Set it to 1 or more.
        """)
      limit.store(newValue, ordering: .relaxed)
    }
  }

  /// A function that handles errors.
  public typealias ErrorHandler = @Sendable (PharosError) -> Void

  /// The function that is called for errors that no code catches.
  ///
  /// The default writes to standard error. A fresh state of `SharedRelays.withFreshState`
  /// begins with the handler around it, and a handler that is set inside ends with it.
  ///
  /// - Concurrency: Called on the thread on which the error occurs, with no lock held.
  public static var errorHandler: ErrorHandler {
    get { RelayErrorHandler.current.value }
    set { RelayErrorHandler.current.value = newValue }
  }
}

/// The error handler of the process or of a fresh state.
final class RelayErrorHandler: Sendable {
  /// The one of the process.
  static let process = RelayErrorHandler { error in
    StandardError.report(error, source: "Pharos")
  }

  /// The one of the calling code.
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
      // What is replaced is released outside the lock.
      handler.withLock { swap(&$0, &replaced) }
    }
  }
}
