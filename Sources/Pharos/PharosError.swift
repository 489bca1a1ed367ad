/// An error of a relay.
public struct PharosError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem; the list may grow.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Observers change relays whose observers change relays, and so on without
    /// an end.
    public static let feedback = Code(name: "feedback")

    /// A derived value depends on itself, or `flatMapLatest` was given a relay that depends on
    /// its own result.
    public static let cycle = Code(name: "cycle")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A sentence that says what happened and what can be done about it.
  public let message: String

  /// The source locations at which the relays concerned were made, as `Module/File.swift:line`.
  public let relays: [String]

  public var description: String { message }

  /// Observers change relays in a cycle.
  static func feedback(through relays: [String], limit: Int) -> PharosError {
    PharosError(
      code: .feedback,
      message: """
        \(relays.joined(separator: ", ")): observers of these relays change them in a cycle, \
        \(limit) times by now, and the last change was not delivered. Break the cycle, for \
        instance with 'whenDidUniqueSet', or raise 'RelaySettings.feedbackLimit'.
        """,
      relays: relays)
  }

  /// A derived value depends on itself.
  static func cycle(at place: CodeLocation?) -> PharosError {
    let place = place?.description ?? "a relay made by another"
    return PharosError(
      code: .cycle,
      message: """
        \(place): this derived value depends on itself, and what reads it while it is computed \
        finds the value before, if there is one. Take what it reads of itself out of its \
        function, or read it with 'get()' and catch this error.
        """,
      relays: [place])
  }

  /// A `flatMapLatest` was given a relay that depends on its own result.
  static func cycle(at place: CodeLocation?, following source: CodeLocation?) -> PharosError {
    let places = [place, source].map { $0?.description ?? "a relay made by another" }
    return PharosError(
      code: .cycle,
      message: """
        \(places[0]): this flatMapLatest was given a relay that is made from its own result, at \
        \(places[1]). It keeps the value before, and follows no relay until it is given another. \
        Have its function return one that is not made from it.
        """,
      relays: places)
  }
}
