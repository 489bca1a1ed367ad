import ToolkitTrace

/// The rules for signals, without actual signals, threads or clocks.
struct SignalDisposition: Sendable {
  /// The response to a new signal.
  enum Arrival: Sendable, Equatable {
    /// The listeners are notified.
    case tellListeners
    /// The default action happens immediately, because an earlier request to end the process has
    /// not finished.
    case forceDefaultAction
    /// The signal is ignored, because it belongs to the previous request to end.
    case ignore
  }

  /// The action that the signal had before it was caught.
  enum Previous: Sendable, Equatable {
    /// The default action of the system.
    case systemDefault
    /// The signal is ignored.
    case ignored
    /// A handler that the program installed runs.
    case handler
    /// Another dispatch source of the program receives the signal.
    case dispatchSource
    /// The action is the default of the system, but a listener replaces it.
    case answered
  }

  /// The number of unfinished deliveries of signals that ask the process to end.
  private var endingsUnderWay = 0

  /// The time of the first signal of these.
  private var firstEnding = TraceInstant(nanoseconds: 0)

  /// Returns the response to a new signal.
  ///
  /// No action is forced if none follows the listeners. In this case, the listeners are notified of
  /// every signal, and it does not count as a request to end. A signal within
  /// ``ProcessHost/requestWindow`` of the first one is part of the same request.
  mutating func arrived(
    _ signal: ProcessSignal, previous: Previous, hostInCharge: Bool, at time: TraceInstant
  ) -> Arrival {
    guard signal.asksToEnd, Self.mustRepeat(signal, previous: previous) else {
      return .tellListeners
    }
    if endingsUnderWay > 0, !hostInCharge {
      return firstEnding.duration(to: time) < ProcessHost.requestWindow
        ? .ignore : .forceDefaultAction
    }
    if endingsUnderWay == 0 { firstEnding = time }
    endingsUnderWay += 1
    return .tellListeners
  }

  /// Notes that the listeners of a signal have returned.
  ///
  /// - Returns: `true` if the signal is now handled as if it had not been caught.
  mutating func finished(
    _ signal: ProcessSignal,
    previous: Previous,
    hostInCharge: Bool
  ) -> Bool {
    guard Self.mustRepeat(signal, previous: previous) else { return false }
    if signal.asksToEnd { endingsUnderWay -= 1 }
    return !hostInCharge
  }

  /// Returns whether the signal must be raised again for its previous action.
  static func mustRepeat(_ signal: ProcessSignal, previous: Previous) -> Bool {
    switch previous {
    case .systemDefault: signal.defaultActionFollows
    case .handler: true
    case .ignored, .dispatchSource, .answered: false
    }
  }
}
