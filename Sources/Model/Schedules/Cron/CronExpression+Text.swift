extension CronExpression: CustomStringConvertible {
  /// The expression in its shortest form, which means the same: with as few fields as
  /// it needs, and numbers for names.
  public var description: String {
    var fields = [
      text(of: UInt64(rule.times.minutes), in: .minute, isOpen: openTimes & 2 != 0),
      text(of: UInt64(rule.times.hours), in: .hour, isOpen: openTimes & 4 != 0),
      dayOfMonthText,
      text(of: UInt64(rule.months), in: .month, isOpen: rule.months == .bits(1...12)),
      dayOfWeekText,
    ]
    let hasSeconds = rule.times.seconds != 1 || openTimes & 1 != 0
    if hasSeconds || rule.years != nil {
      fields.insert(
        text(of: rule.times.seconds, in: .second, isOpen: openTimes & 1 != 0), at: 0)
    }
    if let years = rule.years { fields.append(Self.list(years.numbers)) }
    return fields.joined(separator: " ")
  }

  private var dayOfMonthText: String {
    let days = rule.days
    var items: [String] = []
    if days.daysOfMonth != 0 {
      items.append(
        text(of: UInt64(days.daysOfMonth), in: .dayOfMonth, isOpen: days.isDayOfMonthOpen))
    }
    items += days.daysBeforeLast.bitNumbers.map { $0 == 0 ? "L" : "L-\($0)" }
    items += days.nearestBeforeLast.bitNumbers.map { $0 == 0 ? "LW" : "L-\($0)W" }
    items += days.nearestWeekdays.bitNumbers.map { "\($0)W" }
    return items.joined(separator: ",")
  }

  private var dayOfWeekText: String {
    let days = rule.days
    var items: [String] = []
    if days.weekdays != 0 {
      items.append(text(of: UInt64(days.weekdays), in: .dayOfWeek, isOpen: days.isDayOfWeekOpen))
    }
    items += days.lastWeekdays.bitNumbers.map { "\($0)L" }
    items += days.numberedWeekdays.bitNumbers.map { "\($0 / 5)#\($0 % 5 + 1)" }
    let needsBoth = days.combination == .both && !days.isDayOfMonthOpen && !days.isDayOfWeekOpen
    return (needsBoth ? "+" : "") + items.joined(separator: ",")
  }

  /// The values of a field, the open part of them in front.
  private func text(of values: UInt64, in field: CronField, isOpen: Bool) -> String {
    guard isOpen else { return Self.list(values.bitNumbers) }
    let step = values.openStep(in: field)
    let all = stride(from: field.values.lowerBound, through: field.values.upperBound, by: step)
    let rest = all.reduce(values) { $0 & ~(1 << UInt64($1)) }
    let open = step == 1 ? "*" : "*/\(step)"
    return rest == 0 ? open : "\(open),\(Self.list(rest.bitNumbers))"
  }

  /// Numbers as ranges, or as one range with a step.
  private static func list(_ numbers: [Int]) -> String {
    if numbers.count > 2, let first = numbers.first, let last = numbers.last {
      let step = numbers[1] - first
      if step > 1, numbers.elementsEqual(stride(from: first, through: last, by: step)) {
        return "\(first)-\(last)/\(step)"
      }
    }
    return numbers.runs().map { run in
      switch run.count {
      case 1: "\(run.lowerBound)"
      case 2: "\(run.lowerBound),\(run.upperBound)"
      default: "\(run.lowerBound)-\(run.upperBound)"
      }
    }.joined(separator: ",")
  }
}

extension UInt64 {
  /// The smallest step from the lowest value of the field that stays in the set.
  func openStep(in field: CronField) -> Int {
    let (low, high) = (field.values.lowerBound, field.values.upperBound)
    return (1..<field.values.count).first { step in
      stride(from: low, through: high, by: step).allSatisfy(hasBit)
    } ?? field.values.count
  }
}

extension [Int] {
  /// The stretches of consecutive numbers in these, which are sorted.
  func runs() -> [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}
