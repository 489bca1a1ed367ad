import Schedules
import SourceInspection

/// The suggestions inside of a cron expression.
struct CronCompletions {
  private let typed: TypedText

  init(_ typed: TypedText) {
    self.typed = typed
  }

  private static let names = [
    "@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually",
  ]

  private static let examples = [
    "0 * * * *", "*/15 * * * *", "0 9 * * MON-FRI", "30 2 * * *", "0 0 1 * *", "0 0 L * *",
  ]

  /// The words for each of the five fields.
  private static let words: [[String]] = [
    ["0", "15", "30", "45", "*", "*/5", "*/10", "*/15", "*/30", "H"],
    ["*", "0", "6", "9", "12", "18", "9-17", "*/2", "*/6", "H"],
    ["*", "1", "15", "L", "LW", "L-1", "1W"],
    ["*"] + Month.names.map { $0.prefix(3).uppercased() },
    ["*", "MON-FRI", "SAT,SUN"] + Weekday.names.map { $0.prefix(3).uppercased() }
      + ["MON#1", "FRIL", "+FRI"],
  ]

  /// The suggestions: whole expressions at the start, and words of the field at the cursor.
  var all: [Completion] {
    let isAtStart = !typed.before.contains(" ")
    let whole = isAtStart ? (Self.names + Self.examples).filter { $0.hasPrefix(typed.before) } : []
    return (whole + (typed.before.hasPrefix("@") ? [] : fieldTexts))
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .map(completion)
  }

  /// The expressions in which each word replaces the field at the cursor.
  private var fieldTexts: [String] {
    var fields = typed.content.split(separator: " ").map(String.init)
    let before = typed.before.split(separator: " ", omittingEmptySubsequences: false)
      .filter { !$0.isEmpty || $0.endIndex == typed.before.endIndex }
    let number = max(0, before.count - 1)
    let word = before.last.map(String.init) ?? ""
    // Six fields begin with the second, and seven also end with the year.
    let field = number - (fields.count > 5 ? 1 : 0)
    guard Self.words.indices.contains(field), !typed.before.isEmpty, number <= fields.count else {
      return []
    }
    if number == fields.count { fields.append("") }
    let start = word.lastIndex { ",-/".contains($0) }.map { word[...$0] } ?? ""
    let rest = word.dropFirst(start.count)
    return Self.words[field].filter { $0.hasPrefix(rest.uppercased()) && $0 != rest }.map {
      choice in
      var changed = fields
      changed[number] = start + choice
      return changed.joined(separator: " ")
    }
  }

  private func completion(_ text: String) -> Completion {
    Completion(
      label: text, range: typed.range, newText: text, role: .cron,
      detail: (try? CronExpression(text, hashing: "task"))?.words)
  }
}
