public import RecordFormat

/// An error of a relay.
public struct PharosError: ModularityError {
  /// The kind of problem.
  ///
  /// New kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the kind.
    public let name: String

    /// Observers change relays whose observers change relays, and so on without end.
    public static let feedback = Code(name: "feedback")

    /// A derived value depends on itself, or a function of `flatMapLatest` returned a relay that
    /// depends on its result.
    public static let cycle = Code(name: "cycle")

    public var description: String { name }
  }

  /// The kind of problem.
  public let code: Code

  /// A description of the error and of how to fix it.
  public let message: String

  /// The source locations of the relays that are involved, as far as they are known.
  public let locations: [CodeLocation]

  /// The first of the locations.
  public var location: CodeLocation? { locations.first }

  /// The error that a sequence threw, if any.
  public let underlyingError: (any Error)?

  /// The name of the key, for an error about a key.
  let key: String?

  init(
    _ code: Code, _ message: String, of key: String? = nil, at locations: [CodeLocation?],
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.key = key
    self.locations = locations.compactMap(\.self)
    self.underlyingError = underlyingError
  }

  /// Creates the error for observers that change relays in a cycle.
  static func feedback(through relays: [CodeLocation], limit: Int) -> PharosError {
    let others = relays.dropFirst().map { "\($0)" }.joined(separator: ", ")
    return PharosError(
      .feedback,
      """
      observers of this relay\(others.isEmpty ? "" : " and of the relays at \(others)") have \
      changed it \(limit) times in a cycle. The last change was not delivered. Break the cycle, \
      for instance with 'whenDidUniqueSet', or raise 'RelaySettings.feedbackLimit'.
      """,
      at: relays)
  }

  /// Creates the error for a derived value that depends on itself.
  @usableFromInline
  static func cycle(at location: CodeLocation?) -> PharosError {
    PharosError(
      .cycle,
      """
      this derived value depends on itself. A read during its computation returns the previous \
      value, if one exists. Do not read the value in its own function, or read it with 'get()' \
      and catch this error.
      """,
      at: [location])
  }

  /// Creates the error for a `flatMapLatest` whose function returned a relay that depends on its
  /// result.
  static func cycle(at location: CodeLocation?, following source: CodeLocation?) -> PharosError {
    PharosError(
      .cycle,
      """
      the function of this flatMapLatest returned a relay that is derived from its own \
      result\(source.map { ", at \($0)" } ?? ""). It keeps the previous value, and follows no \
      relay until the function returns another one. Return a relay that is not derived from it.
      """,
      at: [location, source])
  }
}

extension ModuleProblem {
  /// Creates the problem of an error, with the locations of all its relays.
  init(_ error: PharosError) {
    self.init(error, at: error.locations)
  }
}

extension PharosError.Code {
  /// Two relays, or a relay and an observer, use the same key with values of different types.
  public static let mistypedKey = PharosError.Code(name: "mistypedKey")
}

extension PharosError {
  /// Creates the error for a request of a relay whose key belongs to a relay of another type.
  ///
  /// `result` is a sentence that says what the caller gets.
  static func mistyped(
    _ key: UntypedKey, askedForAt location: CodeLocation, insteadOf entry: RelayDirectory.Entry,
    result: String
  ) -> PharosError {
    mistyped(
      """
      the key '\(key.name)' of type '\(key.valueType)', declared at \(key.origin), names a \
      relay of type '\(entry.key.valueType)', declared at \(entry.key.origin) and created \
      at \(entry.origin). \(result)
      """,
      of: key, at: [location, entry.origin])
  }

  /// Creates the error for an observer whose type differs from the type of its key's relay.
  static func mistyped(
    _ observer: DeclaredObserver, at key: UntypedKey, madeAt origin: CodeLocation
  ) -> PharosError {
    mistyped(
      """
      the observer of '\(key.name)' is never called: its key has the type \
      '\(observer.key.valueType)', declared at \(observer.key.origin), but the relay has the type \
      '\(key.valueType)', declared at \(key.origin) and created at \(origin).
      """,
      of: key, at: [observer.location, origin])
  }

  private static func mistyped(
    _ fact: String, of key: UntypedKey, at locations: [CodeLocation]
  ) -> PharosError {
    PharosError(
      .mistypedKey,
      """
      \(fact) Declare the key once in a module that both import, or rename one of them.
      """,
      of: key.name, at: locations)
  }
}
