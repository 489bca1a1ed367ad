import Foundation
import ModularityTestSupport
import TaskStore
import Testing

/// The nights on which clocks change, for several processes that share a store.
@Suite struct DaylightSavingNightTests {
  /// A night, and the fire time of a task at 02:30 in it.
  struct Night: Sendable, CustomTestStringConvertible {
    let evening: String
    let fireTime: String

    var testDescription: String { evening }

    static let all = [
      // 02:30 does not exist, and is moved on by the hour that is missing.
      Night(evening: "2030-03-30T22:00:00Z", fireTime: "2030-03-31T01:30:00Z"),
      // 02:30 comes twice, and the first one counts.
      Night(evening: "2030-10-26T22:00:00Z", fireTime: "2030-10-27T00:30:00Z"),
      Night(evening: "2030-06-01T22:00:00Z", fireTime: "2030-06-02T00:30:00Z"),
    ]
  }

  private let deployment = Deployment()

  private func instance() async throws -> Instance {
    let instance = Instance()
    try await instance.manager.use(deployment.store)
    try instance.manager.scheduleTask(
      name: "nightly", on: .daily(at: "02:30", in: ScheduleZone("Europe/Stockholm")),
      traits: [.durable, .concurrent]
    ) { [fires = instance.fires] context in
      if let fire = context.fire { fires.record(fire) }
    }
    try await deployment.waits("the schedule") { instance.manager.list.first?.nextFireTime != nil }
    return instance
  }

  @Test(arguments: Night.all)
  func `A nightly task runs once, although a process is replaced in the night`(
    night: Night
  ) async throws {
    let evening = try Date(night.evening, strategy: .iso8601)
    deployment.pass(.seconds(evening.timeIntervalSince(Deployment.start)))
    let first = try await instance()
    let second = try await instance()
    for _ in 0..<3 { deployment.pass(.seconds(30 * 60), first, second) }
    first.manager.stopStore()
    let third = try await instance()
    for _ in 0..<13 { deployment.pass(.seconds(30 * 60), second, third) }
    try await deployment.waits("the run") {
      try await deployment.store.ledger(of: "nightly", limit: 10).first?.state == .succeeded
    }
    let ledger = try await deployment.store.ledger(of: "nightly", limit: 10)
    #expect(ledger.map { $0.fireTime.date.formatted(.iso8601) } == [night.fireTime])
    let fires = first.fires.events + second.fires.events + third.fires.events
    #expect(fires.map(\.token) == [1])
  }
}
