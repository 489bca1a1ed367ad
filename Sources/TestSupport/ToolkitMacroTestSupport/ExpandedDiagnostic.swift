public import SwiftDiagnostics

/// A diagnostic of a macro about the source, with its location.
public struct ExpandedDiagnostic: Sendable, Hashable {
  /// The sentence that the user of the macro reads.
  public let message: String

  /// The severity: whether it stops the build, and how it is shown.
  public let severity: DiagnosticSeverity

  /// An identity of the kind of diagnostic, whatever its wording.
  public let id: MessageID

  /// The location at which it is shown, or `nil` if the macro pointed at syntax that is not
  /// in the source.
  ///
  /// That is a node that the macro made itself, or what another macro made or
  /// changed before, as when an accessor macro is attached to a variable whose
  /// initial value is an expanded macro.
  public let location: ExpandedLocation?

  /// The source that it underlines, without surrounding white space.
  public let highlights: [String]

  /// The notes about other places.
  public let notes: [ExpandedNote]

  /// The changes that it offers.
  public let fixIts: [ExpandedFixIt]
}

/// A place in the source that was expanded.
public struct ExpandedLocation: Sendable, Hashable {
  /// The line, counted from 1.
  public let line: Int

  /// The column in UTF-8 bytes, counted from 1, as the compiler counts.
  public let column: Int
}

/// A remark that belongs to a diagnostic.
public struct ExpandedNote: Sendable, Hashable {
  /// The sentence that the user of the macro reads.
  public let message: String

  /// The location at which it is shown, or `nil` if that is not in the source.
  public let location: ExpandedLocation?
}

/// A change that a diagnostic offers.
public struct ExpandedFixIt: Sendable, Hashable {
  /// The text of the button.
  public let message: String

  /// The whole source after the change, or `nil` if it touches syntax that is
  /// not in the source.
  public let fixedSource: String?
}

extension ExpandedDiagnostic: CustomStringConvertible {
  /// The diagnostic as a compiler prints it, with its notes and fix-its below.
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
  /// The word that a compiler prints.
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
