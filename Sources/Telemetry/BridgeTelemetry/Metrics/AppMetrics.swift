import SectionRegistry

/// The health of an app, and the problems of its declarations.
enum AppMetrics {
  /// Returns the metrics of a health.
  static func health(_ health: AppHealth) -> [Metric] {
    let points = health.liveness.map { ("live", $0) } + health.readiness.map { ("ready", $0) }
    return [
      flag("modularitykit.app.live", "Whether the app is live: 1 or 0.", health.isLive),
      flag("modularitykit.app.ready", "Whether the app is ready: 1 or 0.", health.isReady),
      Metric(
        "modularitykit.app.check", "Whether a check of the app's health passes: 1 or 0.",
        kind: .gauge,
        points: points.map { purpose, check in
          .init(
            labels: ["check": check.name, "for": purpose],
            value: .number(check.failure == nil ? 1 : 0))
        }),
    ]
  }

  /// Returns the numbers of declarations in the process, and of their problems.
  static func declarations() -> [Metric] {
    let problems = Dictionary(grouping: SectionRegistry.problems, by: \.severity)
    return [
      Metric(
        "modularitykit.declarations", "The declarations that the process has found.",
        unit: "{declaration}", kind: .gauge,
        points: [.init(value: .number(Double(SectionRegistry.records.count)))]),
      Metric(
        "modularitykit.problems", "The problems of declarations, by their severity.",
        unit: "{problem}", kind: .gauge,
        points: ModuleProblem.Severity.allCases.map {
          .init(
            labels: ["severity": $0.rawValue], value: .number(Double(problems[$0]?.count ?? 0)))
        }),
    ]
  }

  private static func flag(_ name: String, _ summary: String, _ value: Bool) -> Metric {
    Metric(name, summary, kind: .gauge, points: [.init(value: .number(value ? 1 : 0))])
  }
}
