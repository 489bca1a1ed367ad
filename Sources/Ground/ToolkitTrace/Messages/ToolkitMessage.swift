package import RecordFormat

/// A message of the toolkit about a problem that no code of the app handles.
package struct ToolkitMessage: Sendable, Hashable {
  /// The severity of a message.
  package enum Severity: Sendable, Hashable {
    /// The work continues, but is incomplete.
    case warning
    /// Some work has failed.
    case error
  }

  /// The part of the toolkit that sends the message, such as `TaskKit`.
  package let source: String

  package let severity: Severity

  /// The text, without the source and the location.
  package let text: String

  /// The location of the problem, if it is known.
  package let location: CodeLocation?

  /// The line for standard error, without its newline.
  package let line: String

  /// Creates a message from a text.
  package init(text: String, source: String, severity: Severity = .error) {
    self.source = source
    self.severity = severity
    self.text = text
    location = nil
    line = "\(source): \(text)"
  }

  /// Creates a message from a line that already contains its source, such as the app.
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
