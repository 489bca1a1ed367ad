/// All that is wrong with a rule file.
package struct RuleErrors: Error, Sendable, Hashable, CustomStringConvertible {
  /// The errors by their places; at least one.
  package let errors: [RuleError]

  /// The errors, each on a line.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
