public import SwiftDiagnostics

/// A diagnostic of a macro, with its source location.
public struct ExpandedDiagnostic: Sendable, Hashable {
  /// The message to the user of the macro.
  public let message: String

  /// The severity, which determines whether the diagnostic stops the build and how it is shown.
  public let severity: DiagnosticSeverity

  /// Identifies the kind of diagnostic, regardless of its message.
  public let id: MessageID

  /// The location of the diagnostic, or `nil` if its syntax is not in the source.
  ///
  /// This is the case for syntax that the macro created, or that another macro created or changed
  /// earlier. For example, an accessor macro may be attached to a variable whose initial value is
  /// an expanded macro.
  public let location: ExpandedLocation?

  /// The highlighted parts of the source, without surrounding white space.
  public let highlights: [String]

  /// The notes for other locations.
  public let notes: [ExpandedNote]

  /// The fix-its of the diagnostic.
  public let fixIts: [ExpandedFixIt]
}

/// A location in the source before the expansion.
public struct ExpandedLocation: Sendable, Hashable {
  /// The line, counted from 1.
  public let line: Int

  /// The column in UTF-8 bytes, counted from 1, as the compiler counts.
  public let column: Int
}

/// A note of a diagnostic.
public struct ExpandedNote: Sendable, Hashable {
  /// The message to the user of the macro.
  public let message: String

  /// The location of the note, or `nil` if it is not in the source.
  public let location: ExpandedLocation?
}

/// A fix-it of a diagnostic.
public struct ExpandedFixIt: Sendable, Hashable {
  /// The text of the button.
  public let message: String

  /// The whole source after the change, or `nil` if the change affects syntax that is not in the
  /// source.
  public let fixedSource: String?
}

extension ExpandedDiagnostic: CustomStringConvertible {
  /// The diagnostic in the format of compilers, followed by its notes and fix-its.
  public var description: String {
    let head = "\(location?.description ?? "not in the source"): \(severity.name): \(message)"
    let underlined = highlights.map { "  at: \($0)" }
    return ([head] + underlined + notes.map { "  \($0)" } + fixIts.map { "  \($0)" })
      .joined(separator: "\n")
  }
}

extension ExpandedLocation: CustomStringConvertible {
  public var description: String { "\(line):\(column)" }
}

extension ExpandedNote: CustomStringConvertible {
  public var description: String {
    "\(location?.description ?? "not in the source"): note: \(message)"
  }
}

extension ExpandedFixIt: CustomStringConvertible {
  public var description: String { "fix-it: \(message)" }
}

extension DiagnosticSeverity {
  /// The word for the severity in the format of compilers.
  fileprivate var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    case .remark: "remark"
    @unknown default: "\(self)"
    }
  }
}
