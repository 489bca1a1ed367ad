import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@testable import Bridge

/// The overview of open and failed publications, by event and listener.
@Suite struct EventsOverviewTests {
  private static func job(
    _ id: Int64, _ name: String, _ state: JobRecord.State, tags: [String] = [], key: String? = nil,
    attempt: Int = 0, detail: String? = nil
  ) -> JobRecord {
    JobRecord(
      id: JobID(id), name: name, queue: "mail", state: state, payload: "1",
      enqueueTime: TaskTime(nanoseconds: id * 1_000_000_000), dueTime: TaskTime(nanoseconds: 0),
      attempt: attempt, detail: detail, tags: tags, orderKey: key)
  }

  @Test func `Open, failed and oldest publications are counted by event and listener`() {
    let tags = ["event:sold", "vip"]
    let overview = EventsOverview(
      of: [
        Self.job(9, "Send", .running, tags: tags), Self.job(8, "Send", .failed, tags: tags),
        Self.job(7, "Pack", .blocked, tags: tags), Self.job(6, "Send", .delayed, tags: tags),
        Self.job(5, "event sold", .waiting, tags: tags), Self.job(4, "Send", .waiting),
      ], at: Date(timeIntervalSince1970: 10))
    #expect(
      overview.listeners == [
        .init(event: "sold", job: "Pack", open: 1, failed: 0, oldestSeconds: 3),
        .init(event: "sold", job: "Send", open: 2, failed: 1, oldestSeconds: 4),
      ])
    #expect(overview.heldKeys.isEmpty)
  }

  @Test func `A failing job that others wait for is a warning`() {
    let overview = EventsOverview(
      of: [
        Self.job(5, "Send", .blocked, key: "ann"), Self.job(4, "Send", .blocked, key: "ann"),
        Self.job(3, "Send", .delayed, key: "ann", attempt: 2, detail: "no such address"),
        Self.job(2, "Send", .delayed, key: "bob", attempt: 2, detail: "it is alone"),
        Self.job(1, "Pack", .waiting, key: "ann"),
      ], at: Date(timeIntervalSince1970: 10))
    #expect(
      overview.heldKeys == [
        .init(
          job: "Send", key: "ann", id: JobID(3), attempt: 2, error: "no such address", waiting: 2)
      ])
    #expect(overview.problems.map(\.code) == [.heldOrderKey])
    #expect(
      overview.problems.map(\.message) == [
        """
        2 jobs wait for the job 3, 'Send', which has the same order key 'ann' and has failed in \
        attempt 2: no such address. Correct the cause, or cancel it with 'Jobs.cancel(3)'.
        """
      ])
  }

  @Test func `The console shows the events of a store`() async throws {
    let folder = try TemporaryFolder(isShort: true)
    let store = SQLiteStore.memory()
    _ = try await store.enqueue([
      NewJob(name: "Send", queue: "mail", payload: "1", tags: ["event:sold"], orderKey: "ann")
    ])
    let console = try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(store, lease: .seconds(600))
      return try Bridge.openConsole(at: folder.path("console"))
    }
    let answer = try await ask(console, "events")
    let listener = try #require(
      answer["listeners"]?.array?.first { $0["event"] == "sold" && $0["job"] == "Send" })
    #expect(listener["open"] == 1)
    #expect(listener["failed"] == 0)
    #expect(answer["heldKeys"] == [])
    #expect(answer["isPartial"] == false)
    console.close()
  }
}
