/// Which functions of a routing class can be called by URL.
public enum KhalaExports: Sendable {
  /// All that are not private, unless marked with `@KhalaIgnored`.
  case all
  /// Those marked with `@KhalaExported`.
  case marked
}

/// How long an instance of a routing class lives.
public enum KhalaLifetime: Sendable {
  /// From its first call until it is unregistered; all callers share it.
  case cached
  /// For one call.
  case perCall
}
