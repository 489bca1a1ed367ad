import Foundation
import ModularityTestSupport
import TaskKit
import Testing

@testable import BridgeTelemetry

/// In virtual time.
@Suite @MainActor struct ScheduleMetricsTests {
  private let clock = ManualClock()
  private let manager: TaskManager
  private let registry = MetricRegistry()

  init() {
    manager = .deterministic(seed: 7, clock: clock)
    let schedules = ScheduleMetrics(in: registry)
    registry.addSource { [manager] in schedules.collect(manager) }
  }

  private func pass(_ seconds: Int) async {
    for _ in 0..<seconds {
      await manager.runUntilIdle(through: .seconds(1)) { clock.advance(by: $0) }
    }
  }

  private func points(_ name: String) async -> [Metric.Point] {
    await registry.collect().first { $0.name == name }?.points ?? []
  }

  private func latenesses() async -> (count: UInt64, sum: Double) {
    guard
      case .histogram(let histogram)? = await points("modularitykit.schedule.lateness").first?
        .value
    else { return (0, 0) }
    return (histogram.count, histogram.sum)
  }

  /// A task that takes three seconds, every two, so that each run is a second later.
  private func schedule(_ policy: TaskOverlapPolicy) throws {
    try manager.scheduleTask(
      name: "slow", repeatCount: 4, timeInterval: 2, traits: [.overlap(policy)]
    ) { @concurrent [clock] _ in try await clock.sleep(for: .seconds(3)) }
  }

  @Test func `Each run is counted once, however often metrics are collected`() async throws {
    try schedule(.queue())
    await pass(6)
    #expect(await latenesses() == (2, 1))
    #expect(await latenesses() == (2, 1))
    await pass(14)
    #expect(await latenesses() == (4, 6))
  }

  @Test func `Fire times are counted by what became of them`() async throws {
    try schedule(.skip)
    await pass(20)
    #expect(
      await points("modularitykit.schedule.due") == [
        .init(labels: ["name": "slow", "outcome": "overlap"], value: .number(2)),
        .init(labels: ["name": "slow", "outcome": "ran"], value: .number(2)),
      ])
  }

  @Test func `The next fire time is in seconds since 1970`() async throws {
    try schedule(.skip)
    await pass(3)
    #expect(
      await points("modularitykit.schedule.next.time") == [
        .init(labels: ["name": "slow"], value: .number(4))
      ])
  }
}
