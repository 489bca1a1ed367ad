/// Something that may be asked of a command with a word that begins with `--`.
package struct CommandOption: Sendable, Hashable {
  /// The name, without the dashes.
  package let name: String
  /// A single letter that is as good as the name.
  package let letter: Character?
  /// The name of its value; `nil` for an option without a value.
  package let value: String?
  /// The values that it may have; all if there are none.
  package let choices: [String]
  /// A Boolean value that indicates whether it may be there several times, each time with a value.
  package let isRepeated: Bool
  /// A Boolean value that indicates whether its value is the path of a file, which a
  /// shell completes.
  package let isFile: Bool
  /// A sentence that says what it does.
  package let summary: String

  /// Describes an option.
  ///
  /// Unless `isFile` says otherwise, what is called `file` or `path` is one.
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

  /// The words that ask for it: `-o`, `--output`.
  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The option as it is written: `-o, --output <file>`.
  package var usage: String {
    let names = spellings.joined(separator: ", ")
    guard let value else { return names }
    return names + " " + (choices.isEmpty ? "<\(value)>" : choices.joined(separator: "|"))
      + (isRepeated ? "…" : "")
  }
}

/// Names of values and parameters that say what they are.
enum FileName {
  /// Returns whether something of this name is the path of a file.
  static func isMeant(by name: String) -> Bool { name == "file" || name == "path" }
}
