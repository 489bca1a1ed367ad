import HarborContracts

/// The words of a command line after the command, sorted out.
struct Arguments: Sendable {
  private let command: Command
  /// The words that are no options.
  private(set) var words: [String] = []
  private var values: [String: String] = [:]

  /// Sorts out words.
  ///
  /// An option's value follows it, or stands behind `=`. What comes after `--` is
  /// no option.
  ///
  /// - Throws: ``AppExit`` that says which word makes no sense, and why.
  init(_ given: some Collection<String>, of command: Command) throws {
    self.command = command
    var rest = given[...]
    while let word = rest.popFirst() {
      guard word != "--" else {
        words += rest
        break
      }
      guard word.hasPrefix("-"), word != "-", Double(word) == nil else {
        words.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = try Self.option(String(parts[0]), of: command)
      guard values[option.name] == nil else {
        throw AppExit.usage("'--\(option.name)' is there twice", of: command)
      }
      var value = parts.count > 1 ? String(parts[1]) : nil
      if option.value != nil, value == nil { value = rest.popFirst() }
      values[option.name] = try Self.check(value, for: option, of: command)
    }
    try checkWords()
  }

  /// Whether an option is there.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option, if it is there.
  func value(_ option: Option) -> String? { values[option.name] }

  /// The value of an option that has to be there.
  func required(_ option: Option) throws -> String {
    guard let value = value(option) else {
      throw AppExit.usage("'\(command.name)' needs '\(option.usage)'", of: command)
    }
    return value
  }

  /// The value of an option as a number above zero.
  func positive(_ option: Option, default standard: Double) throws -> Double {
    guard let text = value(option) else { return standard }
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw AppExit.usage(
        "'--\(option.name)' has to be a number above 0, and is '\(text)'", of: command)
    }
    return number
  }

  // MARK: - Checks

  private static func option(_ word: String, of command: Command) throws -> Option {
    let found = command.options.first { option in
      word == "--\(option.name)" || option.letter.map { word == "-\($0)" } ?? false
    }
    guard let found else {
      let names = command.options.map { "--\($0.name)" } + ["--help"]
      throw AppExit.usage(
        "'\(command.name)' has no option '\(word)'\(NearestName.hint(for: word, among: names))",
        of: command)
    }
    return found
  }

  private static func check(
    _ value: String?, for option: Option, of command: Command
  ) throws -> String {
    guard option.value != nil else {
      guard value == nil else {
        throw AppExit.usage("'--\(option.name)' takes no value", of: command)
      }
      return ""
    }
    guard let value, !value.isEmpty else {
      throw AppExit.usage("'\(option.usage)' needs its value", of: command)
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw AppExit.usage(
        "'--\(option.name)' cannot be '\(value)'"
          + NearestName.hint(for: value, among: option.choices), of: command)
    }
    return value
  }

  private func checkWords() throws {
    let parameters = command.parameters
    if let missing = parameters.dropFirst(words.count).first(where: { !$0.isOptional }) {
      throw AppExit.usage("'\(command.name)' needs \(missing.usage)", of: command)
    }
    if parameters.last?.isRepeated != true, let extra = words.dropFirst(parameters.count).first {
      throw AppExit.usage("'\(command.name)' takes no '\(extra)'", of: command)
    }
    for (parameter, word) in zip(parameters, words)
    where !parameter.choices.isEmpty && !parameter.choices.contains(word) {
      throw AppExit.usage(
        "\(parameter.name) cannot be '\(word)'"
          + NearestName.hint(for: word, among: parameter.choices), of: command)
    }
  }
}
