import Foundation
import ProcessLifecycle

/// Ends an app with an exit code of its choice, when thrown.
///
/// ```swift
/// guard let file = context.arguments.first else {
///   throw AppExit(64, "usage: harbor FILE")
/// }
/// ```
///
/// The app shuts down in good order all the same. `throw AppExit.failure` ends it without a message.
public struct AppExit: Error, Sendable, Hashable, CustomStringConvertible {
  /// The exit code, from 0 to 255.
  public let code: UInt8

  /// The message for standard error, if any.
  public let message: String?

  /// Creates an exit.
  ///
  /// - Parameters:
  ///   - code: The exit code.
  ///   - message: The line to write to standard error, if any.
  public init(_ code: UInt8, _ message: String? = nil) {
    self.code = code
    self.message = message
  }

  public var description: String { message ?? "exit code \(code)" }
}

extension AppExit {
  /// The exit of an app that succeeds or is ended by `SIGTERM`, with code 0.
  public static let success = AppExit(0)

  /// The exit of an app that throws, or whose shutdown step throws, with code 1.
  public static let failure = AppExit(1)

  /// The exit of an app that abandons work at a deadline, with code 124, like the tool `timeout`.
  public static let missedDeadline = AppExit(124)

  /// Returns the exit code of an app that a signal ended: 128 plus the number of the signal.
  ///
  /// Of the signals that start an orderly shutdown, only Ctrl-C has this code: 130. A second signal
  /// ends the process immediately, with the code of the second signal.
  static func signal(_ number: Int32) -> UInt8 { UInt8(truncatingIfNeeded: 128 + number) }
}

/// The outcome of an app.
public struct AppOutcome: Sendable {
  /// The reason why an app ended.
  public enum Reason: Sendable, Hashable {
    /// Its ``ModularApp/run(_:)`` returned.
    case returned
    /// It threw an error with this description.
    case threw(String)
    /// Its own code called ``AppContext/shutDown()``.
    case askedByApp
    /// A signal requested the shutdown.
    case signal(AppSignal)
    /// A second signal arrived before it had ended.
    case forced(AppSignal)
  }

  /// The reason why it ended.
  public let reason: Reason

  /// The exit code of the process.
  public let exitCode: UInt8

  /// The phases that the app has reached, in order.
  public let phases: [AppPhase]

  /// The steps of the shutdown, in the order in which they started.
  public let steps: [ShutdownReport]

  /// The messages that were written to standard error.
  public let messages: [String]
}

/// A signal that an app handles.
public enum AppSignal: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
  /// `SIGTERM`, which asks the app to end.
  case terminate
  /// `SIGINT`, which Ctrl-C sends.
  case interrupt
  /// `SIGHUP`, which asks the app to reload its settings.
  case hangup

  /// The corresponding event of the process.
  var event: ProcessEvent {
    switch self {
    case .terminate: .terminate
    case .interrupt: .interrupt
    case .hangup: .hangup
    }
  }

  init?(_ event: ProcessEvent) {
    guard let signal = Self.allCases.first(where: { $0.event == event }) else { return nil }
    self = signal
  }

  /// The number of the signal.
  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangup: SIGHUP
    }
  }

  /// The name of the signal in the system.
  public var description: String {
    switch self {
    case .terminate: "SIGTERM"
    case .interrupt: "SIGINT"
    case .hangup: "SIGHUP"
    }
  }
}
