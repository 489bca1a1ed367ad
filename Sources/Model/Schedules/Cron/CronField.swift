/// A field of a cron expression.
public enum CronField: String, Sendable, Hashable, CaseIterable {
  case second
  case minute
  case hour
  case dayOfMonth
  case month
  case dayOfWeek
  case year

  /// The name in a sentence.
  var name: String {
    switch self {
    case .dayOfMonth: "day of the month"
    case .dayOfWeek: "day of the week"
    default: rawValue
    }
  }

  /// The numbers that may be written.
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

  /// The numbers that are meant.
  var values: ClosedRange<Int> { self == .dayOfWeek ? 0...6 : numbers }

  /// The values that `H` chooses among, which every period has.
  ///
  /// `nil` if the field does not repeat.
  var hashedValues: ClosedRange<Int>? {
    switch self {
    case .dayOfMonth: 1...28
    case .year: nil
    default: values
    }
  }

  /// The names that may be written for numbers, from the lowest value on.
  var names: [String] {
    switch self {
    case .month: Month.names
    case .dayOfWeek: Weekday.names
    default: []
    }
  }

  /// Which fields there are in an expression of so many.
  static func fields(count: Int) -> [CronField]? {
    switch count {
    case 5: [.minute, .hour, .dayOfMonth, .month, .dayOfWeek]
    case 6: [.second, .minute, .hour, .dayOfMonth, .month, .dayOfWeek]
    case 7: allCases
    default: nil
    }
  }
}
