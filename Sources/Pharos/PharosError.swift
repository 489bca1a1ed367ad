/// What went wrong with a relay.
public struct PharosError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Observers change relays whose observers change relays, and so on without
    /// an end.
    public static let feedback = Code(name: "feedback")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// What happened and what can be done about it, as a sentence.
  public let message: String

  /// Where the relays concerned were made, as `Module/File.swift:line`.
  public let relays: [String]

  public var description: String { message }

  /// Observers change relays in a circle.
  static func feedback(through relays: [String], limit: Int) -> PharosError {
    PharosError(
      code: .feedback,
      message: """
        \(relays.joined(separator: ", ")): observers of these relays change them in a circle, \
        \(limit) times by now, and the last change was not delivered. Break the circle, for \
        instance with 'whenDidUniqueSet', or raise 'RelaySettings.feedbackLimit'.
        """,
      relays: relays)
  }
}
