/// An option of a command, which begins with `--`.
package struct CommandOption: Sendable, Hashable {
  /// The name, without the dashes.
  package let name: String
  /// A letter that can be used instead of the name.
  package let letter: Character?
  /// The name of the value, or `nil` for an option without a value.
  package let value: String?
  /// The possible values.
  ///
  /// If empty, all values are possible.
  package let choices: [String]
  /// A Boolean value that indicates whether the option can be repeated, each time with a value.
  package let isRepeated: Bool
  /// A Boolean value that indicates whether the value is the path of a file, which shells can
  /// complete.
  package let isFile: Bool
  /// A sentence that describes the option.
  package let summary: String

  /// Creates an option.
  ///
  /// By default, values with the name `file` or `path` are paths of files.
  package init(
    name: String, letter: Character? = nil, value: String? = nil, choices: [String] = [],
    isRepeated: Bool = false, isFile: Bool? = nil, summary: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.choices = choices
    self.isRepeated = isRepeated
    self.isFile = isFile ?? value.map(FileName.isMeant(by:)) ?? false
    self.summary = summary
  }

  /// The spellings of the option: `-o`, `--output`.
  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The option in a usage line: `-o, --output <file>`.
  package var usage: String {
    let names = spellings.joined(separator: ", ")
    guard let value else { return names }
    return names + " " + (choices.isEmpty ? "<\(value)>" : choices.joined(separator: "|"))
      + (isRepeated ? "…" : "")
  }
}

/// The names of values and parameters that are paths of files.
enum FileName {
  /// Returns whether a value with this name is the path of a file.
  static func isMeant(by name: String) -> Bool { name == "file" || name == "path" }
}
