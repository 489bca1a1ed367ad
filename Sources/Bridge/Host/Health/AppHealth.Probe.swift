extension AppHealth {
  /// The question that a check helps to answer.
  public enum Probe: String, Sendable, Hashable, CaseIterable, Codable {
    /// Whether the process works at all, or has to be restarted.
    case liveness
    /// Whether the app can serve now.
    case readiness
  }
}
