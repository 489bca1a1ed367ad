/// An explanation of the callbacks that run when an event happens.
///
/// ```swift
/// print(Rhea.explain(.userDidLogin))
/// ```
///
/// Its description is a report for people. Its properties contain the same information as values.
public struct RheaExplanation: Sendable, Hashable {
  /// The event.
  public let event: RheaEvent

  /// A Boolean value that indicates whether only the system triggers the event.
  public let isBuiltIn: Bool

  /// A Boolean value that indicates whether the event has happened.
  public let hasFired: Bool

  /// The callbacks for the event, in the order in which they run.
  public let callbacks: [RheaCallback]
}

extension RheaExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["event '\(event)'\(isBuiltIn ? ", which only the system triggers" : "")"]
    lines.append(hasFired ? "  has happened" : "  has not occurred yet")
    if callbacks.isEmpty {
      lines.append(
        "  no callback listens to it: link the module that declares one, or compare the name "
          + "with the names in 'Rhea.events'")
    } else {
      lines.append("  callbacks, in the order in which they run:")
      lines += callbacks.enumerated().map { "    \($0 + 1). \($1.explanation)" }
    }
    return lines.joined(separator: "\n")
  }
}

extension RheaCallback {
  /// The line for the callback in an explanation.
  fileprivate var explanation: String {
    let details = [
      isDeclared ? "declared" : "added at run time", "priority \(priority.rawValue)",
      isAsync ? "beside others" : "on the main actor",
    ]
    return "\(name) (\(location)): \(details.joined(separator: ", ")); \(reason)"
  }

  /// The reason why the next occurrence runs the callback, or does not.
  private var reason: String {
    switch state {
    case .finished where skips > 0:
      "runs once, and has run: the event has occurred \(skips == 1 ? "once" : "\(skips) times") since. "
        + "Write 'repeatable: true' to run it each time"
    case .finished: "does not run again: it runs once, and has run"
    case .missed: "never runs: its library was opened after the event, which occurs once"
    default: isRepeatable ? "runs each time" : "runs the next time, and once"
    }
  }
}

extension Rhea {
  /// Explains which callbacks run when an event happens, and why.
  ///
  /// It calls no callback.
  ///
  /// - Complexity: O(*n* log *n*) in the number of callbacks for the event.
  /// - Concurrency: May be used from any thread.
  public static func explain(_ event: RheaEvent) -> RheaExplanation {
    RheaExplanation(
      event: event, isBuiltIn: RheaEvent.builtIn.contains(event), hasFired: hasFired(event),
      callbacks: callbacks(for: event))
  }

  /// The problems of declared callbacks.
  ///
  /// A callback is a problem if it never runs because its library was opened after the only
  /// occurrence of its event.
  ///
  /// - Complexity: O(*n*) in the number of callbacks.
  public static var problems: [ModuleProblem] {
    events.flatMap(callbacks).filter { $0.state == .missed }.map { callback in
      ModuleProblem(
        .missedEvent, .warning,
        RheaError.missedMessage(callback.name, callback.event), locations: [callback.location])
    }
  }
}
