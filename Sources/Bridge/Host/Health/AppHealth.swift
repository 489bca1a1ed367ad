/// The health of an app, for supervisors and load balancers.
public struct AppHealth: Sendable, Hashable, Codable {
  /// The result of one check.
  public struct Check: Sendable, Hashable, Codable {
    /// The name of the check, such as `phase` or `store`.
    public var name: String

    /// The reason for a failure, or `nil` if the check passes.
    public var failure: String?

    /// Creates a result.
    public init(_ name: String, failure: String? = nil) {
      self.name = name
      self.failure = failure
    }
  }

  /// The checks of the process itself.
  ///
  /// If one fails, the process needs a restart.
  public var liveness: [Check]

  /// The checks of the app's service.
  ///
  /// If one fails, the app temporarily cannot serve requests.
  public var readiness: [Check]

  /// Creates a report.
  public init(liveness: [Check], readiness: [Check]) {
    self.liveness = liveness
    self.readiness = readiness
  }

  /// A Boolean value that indicates whether all liveness checks pass.
  public var isLive: Bool { liveness.allSatisfy { $0.failure == nil } }

  /// A Boolean value that indicates whether the app is live and all readiness checks pass.
  public var isReady: Bool { isLive && readiness.allSatisfy { $0.failure == nil } }
}

extension AppHealth {
  /// The probe that a check belongs to.
  public enum Probe: String, Sendable, Hashable, CaseIterable, Codable {
    /// The probe of the process.
    ///
    /// If a check fails, the process needs a restart.
    case liveness
    /// The probe of the service.
    ///
    /// If a check fails, the app temporarily cannot serve requests.
    case readiness
  }
}
