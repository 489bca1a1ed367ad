package import RecordFormat

/// A message of the toolkit about a problem that no code of the app catches.
package struct ToolkitMessage: Sendable, Hashable {
  /// The severity of a message.
  package enum Severity: Sendable, Hashable {
    /// The work goes on, with something left out.
    case warning
    /// Some work has failed.
    case error
  }

  /// The part that the message is of, such as `TaskKit`.
  package let source: String

  package let severity: Severity

  /// The text, without the source and the location.
  package let text: String

  /// The location that the message is about, if it is known.
  package let location: CodeLocation?

  /// The line for standard error, without its newline.
  package let line: String

  /// Creates a message of a text.
  package init(text: String, source: String, severity: Severity = .error) {
    self.source = source
    self.severity = severity
    self.text = text
    location = nil
    line = "\(source): \(text)"
  }

  /// Creates a message of a line that names its origin itself, such as the app.
  package init(line: String, source: String, severity: Severity = .error) {
    self.source = source
    self.severity = severity
    text = line
    location = nil
    self.line = line
  }

  /// Creates a message about an error.
  package init(about error: some ModularityError, source: String, severity: Severity = .error) {
    self.source = source
    self.severity = severity
    text = error.message
    location = error.location
    line = "\(source): \(error)"
  }
}
