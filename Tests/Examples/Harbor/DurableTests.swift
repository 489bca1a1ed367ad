import Foundation
import ModularityTestSupport
import ProgramTestSupport
import TaskStore
import Testing

/// Arrivals and departures of ships, across kills of the service.
@Suite struct DurableTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore

  init() async throws {
    folder = try TemporaryFolder(isShort: true)
    store = .sqlite(at: folder.path("port.sqlite"))
    try await store.open()
  }

  /// Starts a service, in which a day takes an instant.
  private func serve() throws -> ChildProcess {
    try ChildProcess(
      "harbor", "serve", "--socket", folder.path("harbor.sock"), "--speed", "60", "--store",
      "sqlite:\(folder.path("port.sqlite"))")
  }

  /// Waits until a condition is true of the store, while a service runs.
  private func waits(_ what: String, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(600)
    while try await !condition() {
      try #require(ContinuousClock.now < deadline, "waited for \(what) in vain")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func jobs(_ filter: JobFilter, of ids: [JobID]) async throws -> [JobRecord] {
    try await store.jobs(filter).filter { ids.contains($0.id) }.sorted { $0.id < $1.id }
  }

  @Test func `A killed service loses no listener of an arrival`() async throws {
    try await store.setPaused(true, queue: "arrivals")
    let arrivals = JobFilter(tag: "event:shipDidArrive", limit: 1_000)
    let first = try serve()
    defer { first.destroy() }
    try await waits("three arrivals") {
      try await store.jobs(arrivals).count >= 9
    }
    first.send(SIGKILL)
    _ = try await first.ends()
    let published = try await store.jobs(arrivals)
    let listeners = Dictionary(grouping: published, by: \.payload).values.map { jobs in
      Dictionary(grouping: jobs, by: \.name).mapValues(\.count)
    }
    for counts in listeners {
      #expect(Set(counts.keys) == ["AssignBerth", "OpenManifest", "OpenAccount"])
      #expect(Set(counts.values).count == 1, "a publication stores all of its jobs, or none")
    }
    #expect(published.allSatisfy { $0.state == .waiting })

    try await store.setPaused(false, queue: "arrivals")
    let second = try serve()
    defer { second.destroy() }
    let ids = published.map(\.id)
    try await waits("the listeners") {
      try await jobs(arrivals, of: ids).allSatisfy { $0.state == .succeeded }
    }
    #expect(try await jobs(arrivals, of: ids).count == ids.count)
  }

  @Test func `A departure that waits for customs goes on after a kill, and asks only once`()
    async throws
  {
    try await store.setPaused(true, queue: "customs")
    let departures = JobFilter(name: "CastOff", limit: 1_000)
    let first = try serve()
    defer { first.destroy() }
    try await waits("a departure that waits for customs") {
      try await store.jobs(departures).contains { $0.signal == "clearance" }
    }
    first.send(SIGKILL)
    _ = try await first.ends()
    let waiting = try #require(
      try await store.jobs(departures).first { $0.signal == "clearance" })
    #expect(waiting.state == .delayed)
    #expect(try await store.steps(of: waiting.id).map(\.name) == ["ask customs", "clearance"])

    try await store.setPaused(false, queue: "customs")
    let second = try serve()
    defer { second.destroy() }
    try await waits("the departure") {
      try await store.jobs(.ids(waiting.id)).map(\.state) == [.succeeded]
    }
    let steps = try await store.steps(of: waiting.id)
    #expect(steps.map(\.name) == ["ask customs", "clearance", "cast off"])
    #expect(steps.map(\.kind) == [.step, .signal, .step])
    let asked = try await store.jobs(JobFilter(name: "ClearShip", limit: 1_000)).filter {
      $0.payload.contains("\"job\":\(waiting.id)")
    }
    #expect(asked.count == 1)
  }
}
