package import ModuleGraph

extension RuleBook {
  /// A rule as people read it in a list.
  package struct Entry: Sendable, Hashable {
    /// The source location of the rule.
    package let place: CodeLocation

    package let severity: Finding.Severity

    /// The rule as a file has it, without its reason.
    package let text: String

    /// The demand, as a sentence.
    package let sentence: String

    /// Why, in the words of its author.
    package let because: String?
  }

  /// The rules, in the order of the file.
  package var entries: [Entry] {
    rules.map { rule, line in
      let written = PlacedRule(rule: rule, file: file, line: line)
      return Entry(
        place: written.place, severity: written.severity, text: rule.subject,
        sentence: rule.sentence, because: rule.because)
    }
  }
}
