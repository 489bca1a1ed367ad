import Foundation
import ModularityTestSupport
import TaskStore
import Testing

@testable import Bridge

/// The action `enqueue` of the command `jobs`, over a real socket.
@Suite struct ConsoleEnqueueTests {
  private let folder: TemporaryFolder
  private let store = SQLiteStore.memory()

  init() throws { folder = try TemporaryFolder(isShort: true) }

  private struct Parcel: Codable, Sendable {
    struct Address: Codable, Sendable { var city: String }

    var number: Int
    var to: Address
  }

  /// Opens a console of a process that declares a job with traits, and whose queues are paused.
  private func openWithParcels() async throws -> BridgeConsole {
    for queue in ["parcels", "mail"] { try await store.setPaused(true, queue: queue) }
    return try await TaskManager.withFreshState(including: { _ in false }) {
      try await TaskManager.shared.use(store, lease: .seconds(600))
      try TaskManager.shared.jobs.handle(
        "Deliver", queue: "parcels", .priority(3), .unique(by: \.number), .tags("parcel")
      ) { (_: Parcel, _: JobContext) in }
      return try Bridge.openConsole(at: folder.path("console"))
    }
  }

  private static func deliver(_ payload: ConsoleValue) -> [String: ConsoleValue] {
    ["action": "enqueue", "name": "Deliver", "payload": payload]
  }

  @Test func `The console enqueues a job by the rules of its declaration`() async throws {
    let console = try await openWithParcels()
    let request = Self.deliver(["number": 7, "to": ["city": "Oslo"], "unknown": true])
    #expect(try await ask(console, "jobs", request) == ["id": 1, "isNew": true])
    #expect(try await ask(console, "jobs", request) == ["id": 1, "isNew": false])
    let job = try #require(try await store.jobs(JobFilter()).first)
    #expect(job.queue == "parcels")
    #expect(job.priority == 3)
    #expect(job.tags == ["parcel"])
    #expect(job.payload == #"{"number":7,"to":{"city":"Oslo"}}"#)
  }

  @Test func `The console enqueues a job of another process with its queue`() async throws {
    let console = try await openWithParcels()
    let request: [String: ConsoleValue] = [
      "action": "enqueue", "name": "Send", "queue": "mail", "payload": ["a": [1, nil]],
    ]
    #expect(try await ask(console, "jobs", request) == ["id": 1, "isNew": true])
    let job = try #require(try await store.jobs(JobFilter()).first)
    #expect([job.name, job.queue, job.payload] == ["Send", "mail", #"{"a":[1,null]}"#])
  }

  private static let badJobs: [(arguments: [String: ConsoleValue], message: String)] = [
    (
      deliver(["number": 7, "to": [:]]),
      "is rejected: it cannot be read as 'Parcel': it has no 'to.city'"
    ),
    (deliver(["number": "7", "to": [:]]), "'number' is no Int"),
    (deliver(7), "is rejected: it cannot be read as 'Parcel'"),
    (["action": "enqueue", "name": "Deliver"], "needs the argument 'payload'"),
    (["action": "enqueue", "payload": 1], "needs the argument 'name'"),
    (
      ["action": "enqueue", "name": "Delivr", "payload": 1],
      "no job is named 'Delivr'; did you mean 'Deliver'?"
    ),
    (
      ["action": "enqueue", "name": "Send", "queue": "mial", "payload": 1],
      "no queue is named 'mial'; did you mean 'mail'?"
    ),
    (
      ["action": "enqueue", "name": "Deliver", "queue": "mail", "payload": 1],
      "is of the queue 'parcels': remove 'mail'"
    ),
  ]

  @Test func `A new job that no process could run is rejected with the reason`() async throws {
    let console = try await openWithParcels()
    for (arguments, message) in Self.badJobs {
      let error = await refusal(of: console, "jobs", arguments)
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "no error")")
      #expect(error?.code == .badArgument || error?.code == .notFound)
    }
    #expect(try await store.jobs(JobFilter()).isEmpty)
  }
}
