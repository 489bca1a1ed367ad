/// The health of an app, for supervisors and load balancers.
public struct AppHealth: Sendable, Hashable, Codable {
  /// One thing that was looked at.
  public struct Check: Sendable, Hashable, Codable {
    /// The name of it, such as `phase` or `store`.
    public var name: String

    /// The reason for which it fails; `nil` if it passes.
    public var failure: String?

    /// Makes a check.
    public init(_ name: String, failure: String? = nil) {
      self.name = name
      self.failure = failure
    }
  }

  /// The checks that tell whether the process works at all: one that fails calls for a restart.
  public var liveness: [Check]

  /// The checks that tell whether the app can serve: one that fails calls for patience.
  public var readiness: [Check]

  /// Makes a report.
  public init(liveness: [Check], readiness: [Check]) {
    self.liveness = liveness
    self.readiness = readiness
  }

  /// A Boolean value that indicates whether all checks of the liveness pass.
  public var isLive: Bool { liveness.allSatisfy { $0.failure == nil } }

  /// A Boolean value that indicates whether the app is live, and all checks of the readiness
  /// pass.
  public var isReady: Bool { isLive && readiness.allSatisfy { $0.failure == nil } }
}

extension AppHealth {
  /// The question that a check helps to answer.
  public enum Probe: String, Sendable, Hashable, CaseIterable, Codable {
    /// The probe of the process: if a check of it fails, a restart is needed.
    case liveness
    /// The probe of the app: if a check of it fails, the app cannot serve for now.
    case readiness
  }
}
