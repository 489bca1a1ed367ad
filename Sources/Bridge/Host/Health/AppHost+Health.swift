import Synchronization
import TaskKit
import ToolkitTrace

extension AppHost {
  /// Runs all health checks concurrently.
  func health() async -> AppHealth {
    let hasStore = TaskManager.shared.durableScheduling != nil
    let checks = [mainActorCheck] + (hasStore ? [storeCheck] : []) + addedHealthChecks
    let checked = zip(checks, await results(of: checks))
    func outcomes(of probe: AppHealth.Probe) -> [AppHealth.Check] {
      checked.filter { $0.0.probe == probe }.map(\.1)
    }
    // Read last, because the app may have been asked to stop while the checks ran.
    let hostLiveness = watchdogCheck.map { [$0] } ?? []
    return AppHealth(
      liveness: hostLiveness + outcomes(of: .liveness),
      readiness: [phaseCheck] + outcomes(of: .readiness))
  }

  /// Runs checks concurrently, and returns their results in the order of the checks.
  private func results(of checks: [HealthCheck]) async -> [AppHealth.Check] {
    let clock = surroundings.clock
    return await withTaskGroup { group in
      for (index, check) in checks.enumerated() {
        group.addTask { (index, await check.result(on: clock)) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private var phaseCheck: AppHealth.Check {
    if isShuttingDown {
      return AppHealth.Check("phase", failure: "the app has been asked to stop")
    }
    switch phase {
    case .running: return AppHealth.Check("phase")
    case let phase?: return AppHealth.Check("phase", failure: "the app is still in '\(phase)'")
    case nil: return AppHealth.Check("phase", failure: "the launch has not started")
    }
  }

  /// The check of the keep-alive messages, or `nil` while the supervisor expects none.
  private var watchdogCheck: AppHealth.Check? {
    guard let watchdog, phase == .running, !isShuttingDown,
      let latest = latestKeepAlive.withLock({ $0 })
    else { return nil }
    let silence = surroundings.clock.elapsed() - latest
    guard silence > watchdog.period else { return AppHealth.Check("watchdog") }
    return AppHealth.Check(
      "watchdog",
      failure: """
        the supervisor has received no keep-alive message for \(silence), but expects one every \
        \(watchdog.period)
        """)
  }
}

extension HealthCheck {
  /// Returns a check that passes if the main actor answers.
  static func mainActor(
    _ answers: @escaping @Sendable () async -> Void, within deadline: Duration
  ) -> HealthCheck {
    HealthCheck("main actor", of: .liveness, deadline: deadline, body: answers)
  }

  /// Returns a check that passes if the store of the shared manager answers.
  static func store(within deadline: Duration) -> HealthCheck {
    HealthCheck("store", of: .readiness, deadline: deadline) {
      // Every store can look up a key quickly. The latest records of all tasks would require a
      // search.
      do {
        _ = try await TaskManager.shared.storedLedger(of: "", limit: 1)
      } catch {
        let summary = await TaskManager.shared.storeSummary ?? "the store"
        throw UnansweredQuery(description: "\(summary) cannot be read: \(error)")
      }
    }
  }
}

/// An error of a store, with the store's summary.
private struct UnansweredQuery: Error, CustomStringConvertible {
  let description: String
}
