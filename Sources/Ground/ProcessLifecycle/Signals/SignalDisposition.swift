import ToolkitTrace

/// The rules for signals, without signals, threads or clocks.
struct SignalDisposition: Sendable {
  /// The response to a signal that arrives.
  enum Arrival: Sendable, Equatable {
    /// Its listeners are notified.
    case tellListeners
    /// Its default action happens at once: the process was asked to end
    /// before and has not managed to.
    case forceDefaultAction
    /// Nothing: it repeats a request to end that came just before.
    case ignore
  }

  /// The action that the signal would have had without ours.
  enum Previous: Sendable, Equatable {
    /// The default of the system.
    case systemDefault
    /// Nothing.
    case ignored
    /// A handler that the program had installed runs.
    case handler
    /// Another dispatch source of the program gets it.
    case dispatchSource
    /// The default of the system, but a listener answers the signal instead.
    case answered
  }

  /// The number of unfinished deliveries of signals that ask the process to end.
  private var endingsUnderWay = 0

  /// The time of the first of these signals.
  private var firstEnding = TraceInstant(nanoseconds: 0)

  /// A signal arrives.
  ///
  /// Nothing is forced where nothing follows: then the listeners are notified of every signal, and
  /// it is no request to end that others would have to hurry for. A signal that comes within
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

  /// The listeners of a signal have returned.
  ///
  /// - Returns: Whether the signal now does what it would have done without us.
  mutating func finished(
    _ signal: ProcessSignal,
    previous: Previous,
    hostInCharge: Bool
  ) -> Bool {
    guard Self.mustRepeat(signal, previous: previous) else { return false }
    if signal.asksToEnd { endingsUnderWay -= 1 }
    return !hostInCharge
  }

  /// Returns whether something is lost if the signal is not raised again for what had
  /// been there before us.
  static func mustRepeat(_ signal: ProcessSignal, previous: Previous) -> Bool {
    switch previous {
    case .systemDefault: signal.defaultActionFollows
    case .handler: true
    case .ignored, .dispatchSource, .answered: false
    }
  }
}
