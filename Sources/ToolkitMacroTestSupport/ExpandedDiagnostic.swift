public import SwiftDiagnostics

/// What a macro had to say about the source, and where.
public struct ExpandedDiagnostic: Sendable, Hashable {
  /// The sentence that the user of the macro reads.
  public let message: String

  /// Whether it stops the build, and how it is shown.
  public let severity: DiagnosticSeverity

  /// What identifies the kind of diagnostic, whatever its wording.
  public let id: MessageID

  /// Where it is shown, or `nil` if the macro pointed at syntax that is not in
  /// the source.
  ///
  /// That is a node that the macro made itself, or what another macro made or
  /// changed before, as when an accessor macro is attached to a variable whose
  /// initial value is an expanded macro.
  public let location: ExpandedLocation?

  /// The source that it underlines, without surrounding white space.
  public let highlights: [String]

  /// What it adds about other places.
  public let notes: [ExpandedNote]

  /// What it offers to change.
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

  /// Where it is shown, or `nil` if that is not in the source.
  public let location: ExpandedLocation?
}

/// A change that a diagnostic offers.
public struct ExpandedFixIt: Sendable, Hashable {
  /// What the button says.
  public let message: String

  /// The whole source after the change, or `nil` if it touches syntax that is
  /// not in the source.
  public let fixedSource: String?
}
