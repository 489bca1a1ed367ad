/// The outcome of an app.
public struct AppOutcome: Sendable {
  /// Why an app ended.
  public enum Reason: Sendable, Hashable {
    /// Its ``ModularApp/run(_:)`` returned.
    case returned
    /// It threw; the message says what.
    case threw(String)
    /// Its own code asked for it: ``AppContext/shutDown()``.
    case askedByApp
    /// A signal asked it to.
    case signal(AppSignal)
    /// A second signal came before it had ended.
    case forced(AppSignal)
  }

  /// Why it ended.
  public let reason: Reason

  /// The exit code of the process.
  public let exitCode: UInt8

  /// The phases that the app has come to, in order.
  public let phases: [AppPhase]

  /// The steps of the shutdown, in the order in which they were begun.
  public let steps: [ShutdownReport]

  /// The messages that were written to standard error.
  public let messages: [String]
}
