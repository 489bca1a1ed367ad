/// The words of a command line after the command, sorted out.
package struct CommandArguments: Sendable {
  /// The words that are no options.
  package let words: [String]
  private let command: CommandSyntax
  private let values: [String: [String]]

  /// Sorts out words.
  ///
  /// An option's value follows it, or stands behind `=`. What comes after `--` is
  /// no option; nor is `-` or a negative number.
  ///
  /// - Throws: A mistake that says which word makes no sense, and why.
  package init(
    _ given: some Collection<String>, of command: CommandSyntax
  ) throws(CommandMistake) {
    var sorter = ArgumentSorter(given, of: command)
    try sorter.sort()
    self.command = command
    words = sorter.words
    values = sorter.values
  }

  /// Returns whether an option is there.
  package func has(_ option: CommandOption) -> Bool { values[option.name] != nil }

  /// The value of an option, if it is there; the last one of an option that may be
  /// repeated.
  package func value(_ option: CommandOption) -> String? { values[option.name]?.last }

  /// The values of an option that may be repeated, in their order.
  package func values(_ option: CommandOption) -> [String] { values[option.name] ?? [] }

  /// The value of an option that has to be there.
  package func required(_ option: CommandOption) throws(CommandMistake) -> String {
    guard let value = value(option) else {
      throw CommandMistake("'\(command.name)' needs '\(option.usage)'", of: command.name)
    }
    return value
  }

  /// The value of an option as a number above zero.
  package func positive(
    _ option: CommandOption, default standard: Double
  ) throws(CommandMistake) -> Double {
    guard let text = value(option) else { return standard }
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw CommandMistake(
        "'--\(option.name)' has to be a number above 0, and is '\(text)'", of: command.name)
    }
    return number
  }
}
