/// The parsed words of a command line after the command.
package struct CommandArguments: Sendable {
  /// The words that are not options.
  package let words: [String]
  private let command: CommandSyntax
  private let values: [String: [String]]

  /// Parses words.
  ///
  /// The value of an option follows it as the next word or after `=`. Words after `--`, the word
  /// `-` and negative numbers are not options.
  ///
  /// - Throws: A mistake that describes the invalid word and the reason.
  package init(
    _ given: some Collection<String>, of command: CommandSyntax
  ) throws(CommandMistake) {
    var sorter = ArgumentSorter(given, of: command)
    try sorter.sort()
    self.command = command
    words = sorter.words
    values = sorter.values
  }

  /// Returns whether an option was given.
  package func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

  /// Returns the value of an option, or `nil` if it was not given.
  ///
  /// If it was repeated, returns the last value.
  package func value(_ option: CommandOption) -> String? { values[option.name]?.last }

  /// Returns the values of a repeated option, in order.
  package func values(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

  /// Returns the value of a required option.
  package func required(_ option: CommandOption) throws(CommandMistake) -> String {
    guard let value = value(option) else {
      throw CommandMistake("'\(command.name)' needs '\(option.usage)'", of: command.name)
    }
    return value
  }

  /// Returns the value of an option as a positive number.
  package func positive(
    _ option: CommandOption, default standard: Double
  ) throws(CommandMistake) -> Double {
    guard let text = value(option) else { return standard }
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw CommandMistake(
        "'--\(option.name)' must be a number above 0, not '\(text)'", of: command.name)
    }
    return number
  }
}
