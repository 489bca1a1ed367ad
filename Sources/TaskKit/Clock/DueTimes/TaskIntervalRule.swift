/// Which intervals scheduled tasks may have.
///
/// A check for apps whose clock ticks at a pace that everything has to keep.
public struct TaskIntervalRule: Sendable, Hashable {
  /// The length of a tick, if intervals must be whole numbers of ticks.
  private let tick: Duration?
  private let most: Int

  /// Any interval from a millisecond to a thousand years.
  public static let any = TaskIntervalRule(tick: nil, most: .max)

  /// Whole numbers of ticks.
  ///
  /// - Parameters:
  ///   - tick: The length of a tick.
  ///   - most: How many ticks an interval may have.
  /// - Returns: The rule.
  public static func wholeTicks(
    of tick: Duration = .seconds(1), upTo most: Int = 120
  ) -> TaskIntervalRule {
    precondition(tick > .zero, "A tick cannot take \(tick): it must be longer than zero.")
    return TaskIntervalRule(tick: tick, most: most)
  }

  /// Returns what is wrong with the interval of a trigger, or `nil` if it is valid.
  func misfit(of trigger: Trigger) -> String? {
    guard let tick else { return nil }
    switch trigger {
    case .date(_, let times, let interval) where times.times == 1: _ = interval
    case .date(_, _, let interval), .timer(_, let interval):
      let ticks = Duration(rounding: interval) / tick
      guard ticks.rounded() != ticks || ticks > Double(most) else { return nil }
      return """
        it is to run every \(interval) seconds, and 'intervalRule' allows whole ticks of \
        \(tick.readable) only, at most \(most); write such a number, or set the rule to '.any'
        """
    case .event, .notification, .schedule, .unreadable: break
    }
    return nil
  }
}
