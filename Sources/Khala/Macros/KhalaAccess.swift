/// Who may call a route.
public enum KhalaAccess: Sendable {
  /// The program itself.
  case `internal`
  /// Anybody, also a URL that came from outside.
  case external
}
