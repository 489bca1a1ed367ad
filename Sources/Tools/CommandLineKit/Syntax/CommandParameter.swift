/// A word that a command takes by its place.
package struct CommandParameter: Sendable, Hashable {
  /// The name in usage lines.
  package let name: String
  /// A sentence that says what it is.
  package let summary: String
  /// A Boolean value that indicates whether it may be left out.
  package let isOptional: Bool
  /// A Boolean value that indicates whether it takes all the words that are left; only
  /// the last one may.
  package let isRepeated: Bool
  /// The words that it may be; all words if there are none.
  package let choices: [String]
  /// Words that a shell offers for it, though it may be others.
  package let suggestions: [String]
  /// A Boolean value that indicates whether it is the path of a file, which a shell completes.
  package let isFile: Bool

  /// Describes a parameter.
  ///
  /// Unless `isFile` says otherwise, what is called `file` or `path` is one.
  package init(
    name: String, summary: String, isOptional: Bool = false, isRepeated: Bool = false,
    choices: [String] = [], suggestions: [String] = [], isFile: Bool? = nil
  ) {
    self.name = name
    self.summary = summary
    self.isOptional = isOptional
    self.isRepeated = isRepeated
    self.choices = choices
    self.suggestions = suggestions
    self.isFile = isFile ?? FileName.isMeant(by: name)
  }

  /// The parameter as usage lines have it: `[<argument>…]`.
  package var usage: String {
    let word = choices.isEmpty ? "<\(name)>" : choices.joined(separator: "|")
    let all = isRepeated ? word + "…" : word
    return isOptional ? "[\(all)]" : all
  }
}
