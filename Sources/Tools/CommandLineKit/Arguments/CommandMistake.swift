/// A command line that makes no sense.
package struct CommandMistake: Error, Sendable, Hashable {
  /// A sentence without a full stop that says what makes no sense, and what may have been meant.
  package let message: String
  /// The command whose help says more; nothing if that is the program's.
  package let command: String?

  /// Describes a mistake.
  package init(_ message: String, of command: String? = nil) {
    self.message = message
    self.command = command
  }
}
