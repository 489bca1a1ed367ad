/// The arguments of a request.
struct ConsoleArguments: Sendable {
  let command: String
  let values: [String: ConsoleValue]

  /// An argument that the command cannot do without.
  func text(_ name: String) throws(BridgeConsoleError) -> String {
    guard let text = try optionalText(name) else {
      throw BridgeConsoleError(.badArgument, "'\(command)' needs the argument '\(name)', a text")
    }
    return text
  }

  /// A text that may be left out.
  func optionalText(_ name: String) throws(BridgeConsoleError) -> String? {
    guard let value = values[name], value != .null else { return nil }
    guard let text = value.string else { throw misfit(name, "a text", value) }
    return text
  }

  /// A number that may be left out.
  func optionalInteger(_ name: String) throws(BridgeConsoleError) -> Int? {
    guard let value = values[name], value != .null else { return nil }
    guard let number = value.integer else { throw misfit(name, "a whole number", value) }
    return number
  }

  /// Texts that may be left out; one alone may do without the array.
  func optionalTexts(_ name: String) throws(BridgeConsoleError) -> [String]? {
    guard let value = values[name], value != .null else { return nil }
    if let text = value.string { return [text] }
    guard let array = value.array else { throw misfit(name, "an array of texts", value) }
    let texts = array.compactMap(\.string)
    guard texts.count == array.count else { throw misfit(name, "an array of texts", value) }
    return texts
  }

  /// An object that may be left out.
  func optionalObject(_ name: String) throws(BridgeConsoleError) -> [String: ConsoleValue]? {
    guard let value = values[name], value != .null else { return nil }
    guard case .object(let members) = value else { throw misfit(name, "an object", value) }
    return members
  }

  /// One of several words; the first if it is left out and may be.
  func choice(
    _ name: String, of words: [String], isOptional: Bool = false
  ) throws(BridgeConsoleError) -> String {
    if isOptional, values[name] == nil { return words[0] }
    let word = try text(name)
    guard words.contains(word) else {
      throw .unknown("'\(name)' of '\(command)'", word, among: words, code: .badArgument)
    }
    return word
  }

  func misfit(
    _ name: String, _ wanted: String, _ value: ConsoleValue
  ) -> BridgeConsoleError {
    BridgeConsoleError(
      .badArgument, "the argument '\(name)' of '\(command)' has to be \(wanted), and is \(value)")
  }
}
