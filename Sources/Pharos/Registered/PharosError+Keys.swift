extension PharosError.Code {
  /// Two relays, or a relay and an observer, have one key and values of different
  /// types.
  public static let mistypedKey = PharosError.Code(name: "mistypedKey")
}

extension PharosError {
  /// Describes a request for a relay whose key is that of a relay of another type, with
  /// what the caller gets as a sentence.
  static func mistyped(
    _ key: UntypedKey, askedForAt location: CodeLocation, insteadOf entry: RelayDirectory.Entry,
    result: String
  ) -> PharosError {
    mistyped(
      """
      the key '\(key.name)' of type '\(key.valueType)', declared at \(key.origin), is \
      that of a relay of type '\(entry.key.valueType)', declared at \(entry.key.origin) and made \
      at \(entry.origin). \(result)
      """,
      of: key, at: [location, entry.origin])
  }

  /// An observer is of another type than the relay of its key.
  static func mistyped(
    _ observer: DeclaredObserver, at key: UntypedKey, madeAt origin: CodeLocation
  ) -> PharosError {
    mistyped(
      """
      the observer of '\(key.name)' is never called: its key has the type \
      '\(observer.key.valueType)', declared at \(observer.key.origin), and the relay the type \
      '\(key.valueType)', declared at \(key.origin) and made at \(origin).
      """,
      of: key, at: [observer.location, origin])
  }

  private static func mistyped(
    _ fact: String, of key: UntypedKey, at locations: [CodeLocation]
  ) -> PharosError {
    PharosError(
      .mistypedKey,
      """
      \(fact) Declare the key once, in a module that both import, or give one of them another name.
      """,
      of: key.name, at: locations)
  }
}
