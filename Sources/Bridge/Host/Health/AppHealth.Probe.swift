extension AppHealth {
  /// The question that a check helps to answer.
  public enum Probe: String, Sendable, Hashable, CaseIterable, Codable {
    /// The probe of the process: if a check of it fails, a restart is needed.
    case liveness
    /// The probe of the app: if a check of it fails, the app cannot serve for now.
    case readiness
  }
}
