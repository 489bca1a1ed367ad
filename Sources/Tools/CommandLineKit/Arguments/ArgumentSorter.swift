import Spelling

/// Separates the words of a command from its options and their values.
struct ArgumentSorter {
  /// The words that are not options.
  private(set) var words: [String] = []
  /// The values by the names of their options.
  ///
  /// An option without a value has an empty text.
  private(set) var values: [String: [String]] = [:]
  private let command: CommandSyntax
  private var rest: ArraySlice<String>

  /// Creates a sorter for these words.
  init(_ given: some Collection<String>, of command: CommandSyntax) {
    self.command = command
    rest = Array(given)[...]
  }

  /// Sorts all words.
  mutating func sort() throws(CommandMistake) {
    while let word = rest.popFirst() {
      guard word != "--" else {
        words += rest
        break
      }
      if Self.isOption(word) { try take(option: word) } else { words.append(word) }
    }
    try checkWords()
  }

  /// Returns whether a word is an option.
  ///
  /// `-`, which means standard input or output, and negative numbers are not options.
  private static func isOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), word != "-" else { return false }
    return Double(word) == nil || !word.contains(where: \.isNumber)
  }

  private mutating func take(option word: String) throws(CommandMistake) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    guard let option = option(spelled: spelling) else {
      let names = command.options.map { "--\($0.name)" } + ["--help"]
      throw mistake(
        "'\(command.name)' has no option '\(spelling)'"
          + NameHint.text(for: spelling, among: names))
    }
    guard option.isRepeated || values[option.name] == nil else {
      throw mistake("'--\(option.name)' is given twice")
    }
    var value = parts.count > 1 ? String(parts[1]) : nil
    if option.value != nil, value == nil, let next = rest.first, next != "--",
      self.option(spelled: next) == nil
    {
      value = rest.removeFirst()
    }
    values[option.name, default: []].append(try checked(value, for: option))
  }

  private func option(spelled word: String) -> CommandOption? {
    command.options.first { $0.spellings.contains(word) }
  }

  private func checked(
    _ value: String?, for option: CommandOption
  ) throws(CommandMistake) -> String {
    guard option.value != nil else {
      guard value == nil else { throw mistake("'--\(option.name)' takes no value") }
      return ""
    }
    guard let value, !value.isEmpty else { throw mistake("'\(option.usage)' needs a value") }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw mistake(
        "'--\(option.name)' cannot be '\(value)'"
          + NameHint.text(for: value, among: option.choices))
    }
    return value
  }

  private func checkWords() throws(CommandMistake) {
    let parameters = command.parameters
    if let missing = parameters.dropFirst(words.count).first(where: { !$0.isOptional }) {
      throw mistake("'\(command.name)' needs \(missing.usage)")
    }
    if parameters.last?.isRepeated != true, let extra = words.dropFirst(parameters.count).first {
      throw mistake("'\(command.name)' does not take '\(extra)'")
    }
    for (place, word) in words.enumerated() {
      let parameter = parameters[min(place, parameters.count - 1)]
      guard parameter.choices.isEmpty || parameter.choices.contains(word) else {
        throw mistake(
          "\(parameter.name) cannot be '\(word)'"
            + NameHint.text(for: word, among: parameter.choices))
      }
    }
  }

  private func mistake(_ message: String) -> CommandMistake {
    CommandMistake(message, of: command.name)
  }
}

/// An invalid command line.
package struct CommandMistake: Error, Sendable, Hashable {
  /// A sentence without a full stop that describes the mistake and contains a suggestion.
  package let message: String
  /// The command whose help contains more information, or `nil` for the help of the program.
  package let command: String?

  /// Creates a mistake.
  package init(_ message: String, of command: String? = nil) {
    self.message = message
    self.command = command
  }
}

/// The end of a message about a name that does not exist.
package enum NameHint {
  /// Returns suggestions for a misspelled name, or all names if there are few.
  ///
  /// - Parameters:
  ///   - name: The misspelled name.
  ///   - names: The existing names, in the order of the list.
  /// - Returns: `; did you mean 'routes'?` or `; available: bash, zsh`, or an empty text if neither
  ///   is helpful.
  package static func text(for name: String, among names: [String]) -> String {
    let nearest = EditDistance.nearest(to: name, among: names, atMost: 2)
      .map { "'\(EscapedText.line($0))'" }
    if !nearest.isEmpty { return "; did you mean \(nearest.joined(separator: " or "))?" }
    switch names.count {
    case 1: return "; available: \(EscapedText.line(names[0]))"
    case 2...8:
      return "; available: \(names.map(EscapedText.line).joined(separator: ", "))"
    default: return ""
    }
  }
}
