/// How an app ended.
public struct AppOutcome: Sendable {
  /// Why an app ended.
  public enum Reason: Sendable, Hashable {
    /// Its ``ModularApp/run(_:)`` returned.
    case returned
    /// It threw; the message says what.
    case threw(String)
    /// Its own code asked for it: ``AppContext/shutDown()``.
    case askedByApp
    /// A signal told it to.
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

  /// What was done to end the app, in the order in which it was begun.
  public let steps: [ShutdownReport]

  /// What was written to standard error.
  public let messages: [String]
}
