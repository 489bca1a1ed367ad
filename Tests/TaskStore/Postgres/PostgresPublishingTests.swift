import Bridge
import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskStore

private struct PlacedOrder: Codable, Sendable, Hashable { var number: Int }

extension TypedRheaEvent<PlacedOrder> {
  fileprivate static var placed: Self { Self("postgres.placed") }
}

/// The listeners that have run, with the numbers of their orders.
private enum Listeners {
  static let seen = Mutex<[String: [Int]]>([:])

  static func note(_ listener: String, _ order: PlacedOrder) {
    seen.withLock { $0[listener, default: []].append(order.number) }
  }
}

#job("postgres.invoice", queue: "mail") { (order: PlacedOrder, _: JobContext) in
  Listeners.note("invoice", order)
}
#bridge(on: .placed, job: "postgres.invoice", .durable)
#bridge(on: .placed, durable: "postgres.pack", queue: "pack") {
  (order: PlacedOrder, _: JobContext) in
  Listeners.note("pack", order)
}
#bridge(on: .placed, durable: "postgres.count", queue: "pack", .priority(3)) {
  (order: PlacedOrder, _: JobContext) in
  Listeners.note("count", order)
}

/// Publications in transactions on a connection of the caller to a server.
@Suite struct PostgresPublishingTests {
  @Test(.needsPostgres)
  func `A publication reaches all listeners after the caller's commit, and none after a rollback`()
    async throws
  {
    let subject = try await PostgresSubject()
    try await Bridge.withFreshState {
      try await TaskManager.shared.use(subject.store(), lease: .seconds(600))
      for queue in ["mail", "pack"] { try await Jobs.pause(queue: queue) }
      let caller = try CallerConnection(server: subject.server.connection)
      let table = "\"\(subject.schema)\".shop_order"
      try caller.run("CREATE TABLE \(table) (number bigint)")
      for (number, end) in [(1, "ROLLBACK"), (2, "COMMIT")] {
        try caller.run("BEGIN; INSERT INTO \(table) VALUES (\(number))")
        let ids = try await Bridge.publish(
          .placed, PlacedOrder(number: number), in: caller.libpq())
        #expect(ids.count == 3)
        #expect(try await Jobs.list().isEmpty)
        try caller.run(end)
        let jobs = try await Jobs.list(JobFilter(tag: "event:postgres.placed"))
        #expect(jobs.map(\.id) == (end == "COMMIT" ? ids.reversed() : []))
      }
      #expect(try await subject.server.run("SELECT number FROM \(table)") == "2\n")
      for queue in ["mail", "pack"] { try await Jobs.resume(queue: queue) }
      let open = JobFilter(states: JobRecord.State.open, limit: 1)
      let deadline = ContinuousClock.now + .seconds(600)
      while try await !Jobs.list(open).isEmpty {
        try #require(ContinuousClock.now < deadline, "waited for the listeners in vain")
        await Task.yield()
      }
      #expect(Listeners.seen.withLock { $0 } == ["invoice": [2], "pack": [2], "count": [2]])
      await TaskManager.shared.terminate()
    }
  }
}
