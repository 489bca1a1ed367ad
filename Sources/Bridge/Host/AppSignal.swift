import Foundation
import ProcessLifecycle

/// A signal that an app answers to.
public enum AppSignal: String, Sendable, Hashable, CaseIterable, Codable, CustomStringConvertible {
  /// The app is asked to end: `SIGTERM`.
  case terminate
  /// The user pressed Ctrl-C: `SIGINT`.
  case interrupt
  /// The app shall read its settings again: `SIGHUP`.
  case hangup

  /// The event of the process that stands for it.
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

  /// The name of the signal, as the system calls it.
  public var description: String {
    switch self {
    case .terminate: "SIGTERM"
    case .interrupt: "SIGINT"
    case .hangup: "SIGHUP"
    }
  }
}
