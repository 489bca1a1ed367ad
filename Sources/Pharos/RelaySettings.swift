import Synchronization
import ToolkitMessages

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

  /// A function that handles problems that no code catches.
  public typealias ErrorHandler = @Sendable (PharosError) -> Void

  private static let handler = Mutex<ErrorHandler>(writeToStandardError)

  /// The function that is called for problems that no code catches.
  ///
  /// The default writes to standard error.
  ///
  /// - Concurrency: Called on whichever thread met the problem, with no lock
  ///   held.
  public static var errorHandler: ErrorHandler {
    get { handler.withLock(\.self) }
    set {
      let replaced = handler.withLock { handler in
        let replaced = handler
        handler = newValue
        return replaced
      }
      _ = replaced
    }
  }

  private static let writeToStandardError: ErrorHandler = { error in
    StandardError.write("\(error)")
  }
}
