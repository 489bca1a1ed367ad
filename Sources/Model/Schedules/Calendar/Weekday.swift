/// A day of the week.
public enum Weekday: Int, Sendable, Hashable, Codable, CaseIterable {
  case sunday = 0
  case monday
  case tuesday
  case wednesday
  case thursday
  case friday
  case saturday

  /// The name in English.
  package var name: String { Self.names[rawValue] }

  /// The names of all days, Sunday first.
  package static let names = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}

/// A month of the year.
public enum Month: Int, Sendable, Hashable, Codable, CaseIterable {
  case january = 1
  case february
  case march
  case april
  case may
  case june
  case july
  case august
  case september
  case october
  case november
  case december

  /// The name in English.
  package var name: String { Self.names[rawValue - 1] }

  /// The names of all months, January first.
  package static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
