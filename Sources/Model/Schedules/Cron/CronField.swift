/// A field of a cron expression.
public enum CronField: String, Sendable, Hashable, CaseIterable {
  case second
  case minute
  case hour
  case dayOfMonth
  case month
  case dayOfWeek
  case year

  /// The name of the field in a sentence.
  var name: String {
    switch self {
    case .dayOfMonth: "day of the month"
    case .dayOfWeek: "day of the week"
    default: rawValue
    }
  }

  /// The numbers that can be written.
  var numbers: ClosedRange<Int> {
    switch self {
    case .second, .minute: 0...59
    case .hour: 0...23
    case .dayOfMonth: 1...31
    case .month: 1...12
    // Sunday is 0 and 7.
    case .dayOfWeek: 0...7
    case .year: YearSet.years
    }
  }

  /// The values, after Sunday as 7 was replaced by 0.
  var values: ClosedRange<Int> { self == .dayOfWeek ? 0...6 : numbers }

  /// The values that `H` can choose, which exist in every period.
  ///
  /// It is `nil` if the field does not repeat.
  var hashedValues: ClosedRange<Int>? {
    switch self {
    case .dayOfMonth: 1...28
    case .year: nil
    default: values
    }
  }

  /// The names that can be written for numbers, starting with the lowest value.
  var names: [String] {
    switch self {
    case .month: Month.names
    case .dayOfWeek: Weekday.names
    default: []
    }
  }

  /// Returns the fields of an expression with a number of fields.
  static func fields(count: Int) -> [CronField]? {
    switch count {
    case 5: [.minute, .hour, .dayOfMonth, .month, .dayOfWeek]
    case 6: [.second, .minute, .hour, .dayOfMonth, .month, .dayOfWeek]
    case 7: allCases
    default: nil
    }
  }
}

/// The combined items of a field.
struct CronFieldItems {
  /// The values as bits, except years.
  var values: UInt64 = 0
  var years = YearSet()
  /// A Boolean value that indicates whether an item starts with `*` or is `?`.
  var isOpen = false
  var daysBeforeLast: UInt32 = 0
  var nearestWeekdays: UInt32 = 0
  var nearestBeforeLast: UInt32 = 0
  var lastWeekdays: UInt8 = 0
  var numberedWeekdays: UInt64 = 0

  /// Adds every `step`-th value of a range, which wraps around if its end is before its start.
  mutating func insert(_ start: Int, through end: Int, step: Int, of field: CronField) {
    let (size, lowest) = (field.values.count, field.values.lowerBound)
    // 7 means Sunday only at the end of a range.
    let start = start > field.values.upperBound && end != start ? lowest : start
    let end = end < start ? end + size : end
    for value in stride(from: start, through: end, by: step) {
      let value = (value - lowest) % size + lowest
      if field == .year { years.insert(value) } else { values |= 1 << UInt64(value) }
    }
  }
}

extension CronExpression {
  /// Creates an expression with the meaning of no fields.
  init(rule: CalendarRule) {
    self.rule = rule
    openTimes = 0
  }

  /// Applies a field.
  mutating func set(_ field: CronField, to items: CronFieldItems) {
    switch field {
    case .second:
      rule.times.seconds = items.values
      openTimes |= items.isOpen ? 1 : 0
    case .minute:
      rule.times.minutes = items.values
      openTimes |= items.isOpen ? 2 : 0
    case .hour:
      rule.times.hours = UInt32(truncatingIfNeeded: items.values)
      openTimes |= items.isOpen ? 4 : 0
    case .dayOfMonth:
      rule.days.daysOfMonth = UInt32(truncatingIfNeeded: items.values)
      rule.days.daysBeforeLast = items.daysBeforeLast
      rule.days.nearestWeekdays = items.nearestWeekdays
      rule.days.nearestBeforeLast = items.nearestBeforeLast
      rule.days.isDayOfMonthOpen = items.isOpen
    case .month:
      rule.months = UInt16(truncatingIfNeeded: items.values)
    case .dayOfWeek:
      rule.days.weekdays = UInt8(truncatingIfNeeded: items.values)
      rule.days.lastWeekdays = items.lastWeekdays
      rule.days.numberedWeekdays = items.numberedWeekdays
      rule.days.isDayOfWeekOpen = items.isOpen
    case .year:
      rule.years =
        items.isOpen && items.years.numbers.count == YearSet.years.count ? nil : items.years
    }
  }
}
