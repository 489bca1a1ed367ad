/// A command line that makes no sense.
package struct CommandMistake: Error, Sendable, Hashable {
  /// What makes no sense, and what may have been meant; without a full stop.
  package let message: String

  /// Describes a mistake.
  package init(_ message: String) {
    self.message = message
  }
}
