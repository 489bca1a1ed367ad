extension CronExpression {
  /// A description of the expression in English: `at 02:30 on Monday to Friday`.
  public var words: String {
    [timeWords, dayWords, yearWords].filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: - Times

  private var timeWords: String {
    let (hours, minutes) = (rule.times.hours.bitNumbers, rule.times.minutes.bitNumbers)
    let seconds = rule.times.seconds.bitNumbers
    if openTimes == 0, hours.count * minutes.count * seconds.count <= 6 {
      let times = hours.flatMap { hour in
        minutes.flatMap { minute in
          seconds.map { TimeOfDay(secondOfDay: (hour * 60 + minute) * 60 + $0).description }
        }
      }
      return "at " + times.joinedAsWords()
    }
    var parts: [String] = []
    if seconds != [0] || openTimes & 1 != 0 {
      parts.append(words(of: rule.times.seconds, in: .second, isOpen: openTimes & 1 != 0))
    }
    let everyMinute = minutes.count == 60 && hours.count == 24
    if parts.isEmpty || !everyMinute {
      parts.append(words(of: rule.times.minutes, in: .minute, isOpen: openTimes & 2 != 0))
    }
    if hours.count < 24 || parts.last?.hasPrefix("every") != true {
      parts.append(words(of: UInt64(rule.times.hours), in: .hour, isOpen: openTimes & 4 != 0))
    }
    let text = parts.joined(separator: " of ")
    return text.hasPrefix("every") ? text : "at \(text)"
  }

  /// Returns a description such as `every minute`, `every 15 minutes` or
  /// `minute 5, 6 and 10 to 20`.
  private func words(of values: UInt64, in field: CronField, isOpen: Bool) -> String {
    if values == .bits(field.values) { return "every \(field.name)" }
    let step = values.openStep(in: field)
    let regular = stride(from: field.values.lowerBound, through: field.values.upperBound, by: step)
    if isOpen, step < field.values.count, values.bitNumbers.elementsEqual(regular) {
      let isEven = field.values.count.isMultiple(of: step)
      return "every \(step) \(field.name)s\(isEven ? "" : " from \(field.values.lowerBound) on")"
    }
    return "\(field.name) \(values.bitNumbers.runWords { String($0) }.joinedAsWords())"
  }

  // MARK: - Days

  private var dayWords: String {
    let days = rule.days
    let namesMonthDays = days.daysOfMonth != .bits(1...31) || hasSpecialMonthDays
    let namesWeekdays =
      days.weekdays != .bits(0...6) || days.lastWeekdays != 0 || days.numberedWeekdays != 0
    let needsBoth = days.isDayOfMonthOpen || days.isDayOfWeekOpen || days.combination == .both
    // If a day need not match both fields, a field that matches all days makes the other
    // irrelevant.
    let isEveryDay =
      needsBoth ? !namesMonthDays && !namesWeekdays : !namesMonthDays || !namesWeekdays
    if isEveryDay { return "every day" + monthWords(everyMonth: "") }
    let ofWeek = namesWeekdays ? weekdayNames.joinedAsWords() : ""
    let needsMonth = namesMonthDays || days.lastWeekdays != 0 || days.numberedWeekdays != 0
    let month = monthWords(everyMonth: needsMonth ? " of every month" : "")
    guard namesMonthDays else { return "on \(ofWeek)\(month)" }
    let ofMonth = monthDayNames.joinedAsWords()
    guard namesWeekdays else { return "on \(ofMonth)\(month)" }
    return needsBoth
      ? "on \(ofMonth)\(month) that is also \(weekdayNames.joinedAsWords(last: "or"))"
      : "on \(ofMonth)\(month) and on \(ofWeek)"
  }

  private var hasSpecialMonthDays: Bool {
    let days = rule.days
    return days.daysBeforeLast != 0 || days.nearestWeekdays != 0 || days.nearestBeforeLast != 0
      || days.clampedDays != 0
  }

  private var monthDayNames: [String] {
    let days = rule.days
    return days.daysOfMonth.bitNumbers.runWords { "the \(ordinal($0))" }
      + days.clampedDays.bitNumbers.map {
        "the \(ordinal($0)) or, in a shorter month, the last day"
      }
      + days.daysBeforeLast.bitNumbers.map(dayBeforeLast)
      + days.nearestBeforeLast.bitNumbers.map { before in
        before == 0
          ? "the last working day" : "the working day nearest to \(dayBeforeLast(before))"
      }
      + days.nearestWeekdays.bitNumbers.map { "the working day nearest to the \(ordinal($0))" }
  }

  private var weekdayNames: [String] {
    let days = rule.days
    return days.weekdays.bitNumbers.runWords { Weekday.names[$0] }
      + days.numberedWeekdays.bitNumbers.map {
        "the \(ordinal($0 % 5 + 1)) \(Weekday.names[$0 / 5])"
      }
      + days.lastWeekdays.bitNumbers.map { "the last \(Weekday.names[$0])" }
  }

  private func monthWords(everyMonth: String) -> String {
    guard rule.months != .bits(1...12) else { return everyMonth }
    return " in " + rule.months.bitNumbers.runWords { Month.names[$0 - 1] }.joinedAsWords()
  }

  private var yearWords: String {
    guard let years = rule.years else { return "" }
    return "in " + years.numbers.runWords { String($0) }.joinedAsWords()
  }
}

extension [Int] {
  /// Returns the numbers as words.
  ///
  /// Three or more consecutive numbers become a range.
  fileprivate func runWords(_ word: (Int) -> String) -> [String] {
    runs().flatMap { run in
      run.count < 3
        ? run.map(word) : ["\(word(run.lowerBound)) to \(word(run.upperBound))"]
    }
  }
}

extension [String] {
  /// Returns `a`, `a and b`, or `a, b and c`.
  func joinedAsWords(last word: String = "and") -> String {
    guard let end = last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(end)"
  }
}

/// Returns `the last day`, or `the day 3 days before the last day`.
private func dayBeforeLast(_ days: Int) -> String {
  switch days {
  case 0: "the last day"
  case 1: "the day before the last day"
  default: "the day \(days) days before the last day"
  }
}

/// Returns `1st`, `2nd`, `3rd` or `4th`.
private func ordinal(_ number: Int) -> String {
  switch (number % 100, number % 10) {
  case (11...13, _): "\(number)th"
  case (_, 1): "\(number)st"
  case (_, 2): "\(number)nd"
  case (_, 3): "\(number)rd"
  default: "\(number)th"
  }
}
