/// An error about an invalid schedule, time, date or time zone.
public struct ScheduleError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem.
  ///
  /// Later versions may add kinds.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// The string is not a time of day.
    public static let invalidTime = Code(name: "invalidTime")
    /// The string is not a date of the calendar.
    public static let invalidDate = Code(name: "invalidDate")
    /// No month, or not this one, has the day.
    public static let invalidDay = Code(name: "invalidDay")
    /// The interval is out of range.
    public static let invalidInterval = Code(name: "invalidInterval")
    /// The time zone is unknown.
    public static let unknownZone = Code(name: "unknownZone")
    /// The file of a time zone cannot be used.
    public static let brokenZone = Code(name: "brokenZone")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence with the problem and the fix.
  public let message: String

  public var description: String { message }
}

extension ScheduleError {
  static func invalidTime(_ text: String) -> ScheduleError {
    ScheduleError(
      code: .invalidTime,
      message:
        "'\(text)' is not a time of day. Write hours, minutes and optional seconds "
        + "between 00:00 and 23:59:59, such as '02:30'.")
  }

  static func invalidDate(_ text: String) -> ScheduleError {
    ScheduleError(
      code: .invalidDate,
      message:
        "'\(text)' is not a date of the calendar. Write year, month and day "
        + "between 0001-01-01 and 9999-12-31, such as '2026-12-25'.")
  }

  static func invalidDay(_ day: Int, of month: Month?) -> ScheduleError {
    ScheduleError(
      code: .invalidDay,
      message: "\(month?.name ?? "a month") never has a day \(day). Days start at 1.")
  }

  static func openDay(_ day: Int, of month: Month?) -> ScheduleError {
    ScheduleError(
      code: .invalidDay,
      message:
        "\(month == nil ? "not every month" : "not every \(month?.name ?? "")") has a day \(day). "
        + "Choose 'inShortMonths: .skip' or 'inShortMonths: .lastDay'.")
  }

  static func invalidInterval(_ interval: String, wayOut: String) -> ScheduleError {
    ScheduleError(
      code: .invalidInterval, message: "nothing can repeat every \(interval). \(wayOut)")
  }

  static func unknownZone(_ name: String, suggestion: String?) -> ScheduleError {
    let wayOut =
      suggestion.map { "Did you mean '\($0)'?" }
      ?? "Use a name of the IANA database, such as 'Europe/Stockholm'."
    return ScheduleError(
      code: .unknownZone, message: "no time zone is named '\(name)'. \(wayOut)")
  }

  static func brokenZone(_ name: String, path: String, problem: String) -> ScheduleError {
    ScheduleError(
      code: .brokenZone,
      message:
        "the time zone '\(name)' cannot be used: its file \(path) \(problem). "
        + "Reinstall the time zones of the system (on Debian the package tzdata).")
  }
}
