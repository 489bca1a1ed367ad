extension Schedule: CustomStringConvertible {
  /// A description of the schedule, such as
  /// `at 02:30 every day, Europe/Stockholm; a time that does not exist is moved on by the gap`.
  ///
  /// Stores keep it in the definitions of durable schedules. If its wording changes, each of them is
  /// planned again.
  public var description: String {
    switch rule {
    case .calendar(let expression, let zone, let policy):
      expression.words + words(of: zone, policy)
    case .stride(let stride, let zone, let policy):
      stride.words + words(of: zone, policy)
    case .interval(let seconds, let anchor):
      "every \(intervalWords(seconds))"
        + (anchor.isMultiple(of: seconds) ? "" : ", counted from \(momentWords(anchor))")
    case .once(let moment):
      "once at \(momentWords(moment))"
    case .any(let schedules):
      schedules.map { "[\($0)]" }.joined(separator: " or ")
    case .all(let schedules):
      schedules.map { "[\($0)]" }.joined(separator: " whenever also ")
    case .excludingDays(let schedule, let days, _):
      "\(schedule); except on \(days.sorted().map(\.description).joinedAsWords())"
    case .excludingDaysOf(let schedule, let other, _):
      "\(schedule); except on the days of [\(other)]"
    case .bounded(let schedule, let start, let end):
      "\(schedule)" + (start > Instants.first ? "; from \(momentWords(start)) on" : "")
        + (end < Instants.last ? "; until \(momentWords(end))" : "")
    case .unusable(let problem):
      "never: \(problem)"
    }
  }

  /// The equivalent cron expression, or `nil` if none exists.
  ///
  /// It does not contain the zone and the policy for clock changes.
  public var cron: String? {
    guard case .calendar(let expression, _, _) = rule, expression.rule.days.clampedDays == 0 else {
      return nil
    }
    return expression.description
  }

  private func words(of zone: ScheduleZone, _ policy: DaylightSavingPolicy) -> String {
    guard !zone.rules.isConstant else { return ", \(zone)" }
    return ", \(zone); \(policy.gap.sentence)"
      + (policy.fold == .runFirst ? "" : "; \(policy.fold.sentence)")
  }

  private func intervalWords(_ seconds: Int64) -> String {
    let units = [(Int64(3600), "hour"), (60, "minute"), (1, "second")]
    let (length, name) = units.first { seconds.isMultiple(of: $0.0) } ?? (1, "second")
    return seconds == length ? name : "\(seconds / length) \(name)s"
  }

  private func momentWords(_ instant: Int64) -> String {
    let (day, second) = instant.dividedDown(by: Instants.secondsPerDay)
    return "\(CalendarDate(dayNumber: Int(day))) \(TimeOfDay(secondOfDay: Int(second))) UTC"
  }
}

extension CalendarStride {
  /// A description of the rule.
  fileprivate var words: String {
    let unit = count == 1 ? String(unit.rawValue.dropLast()) : "\(count) \(unit)"
    let isClamped = shortMonths == .lastDay && self.unit.days == nil && anchor.day > 28
    return "at \(time) every \(unit), counted from \(anchor)"
      + (isClamped ? " (the last day of months that are too short)" : "")
  }
}
