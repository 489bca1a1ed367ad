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
