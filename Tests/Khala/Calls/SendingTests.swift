import Foundation
import Khala
import ModularityTestSupport
import Synchronization
import Testing

/// What has happened for the calls of one test, by their URLs.
private final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock(\.self) }

  /// Waits until there is a line.
  func has(_ line: String) async {
    while !all.contains(line) { await Task.yield() }
  }
}

/// Calls whose results are not waited for, as wires make them.
@Suite struct SendingTests {
  private let journal = Journal()

  private func send(_ url: String, values: [String: any Sendable] = [:]) {
    Khala.send(url, values: values, at: CodeLocation(fileID: #fileID, line: #line)) {
      [journal] error in journal.note("failed: \(error.code)")
    }
  }

  /// Notes when an interceptor is asked about a call, and when an observer sees it.
  private func watch(
    _ pattern: String, _ body: () async throws -> Void
  ) async throws {
    let interceptor = try Khala.intercept(pattern) { [journal] _ in journal.note("asked") }
    let observer = try CallObserver.add(pattern, at: CodeLocation(fileID: #fileID, line: #line)) {
      [journal] call in journal.note("seen \(call.info["value"] ?? "nothing")")
    }
    defer {
      interceptor.cancel()
      observer.cancel()
    }
    try await body()
  }

  @Test func `A synchronous call has finished when sending returns`() async throws {
    let route = try Khala.route("kl://Sending.sync/f") { [journal] arguments in
      journal.note("called \(try arguments.value("value") as Int)")
    }
    defer { route.cancel() }
    try await watch("kl://Sending.sync/f") {
      send("kl://Sending.sync/f", values: ["value": 3])
      #expect(journal.all == ["asked", "called 3", "seen 3"])
    }
  }

  @Test func `An asynchronous call is resolved once`() async throws {
    let route = try Khala.route("kl://Sending.async/f") { [journal] arguments in
      let value: Int = try arguments.value("value")
      await Task.yield()
      journal.note("called \(value)")
    }
    defer { route.cancel() }
    try await watch("kl://Sending.async/f") {
      send("kl://Sending.async/f?value=4")
      await journal.has("seen 4")
      #expect(journal.all == ["asked", "called 4", "seen 4"])
    }
  }

  @Test func `Interceptors before an asynchronous one run once`()
    async throws
  {
    let route = try Khala.route("kl://Sending.slow/f") { [journal] _ in journal.note("called") }
    let slow = try Khala.intercept("kl://Sending.slow/f", priority: -1) {
      [journal] request in
      await Task.yield()
      journal.note("asked slowly")
      request.values["value"] = 5
    }
    let last = try Khala.intercept("kl://Sending.slow/f", priority: -2) { [journal] _ in
      journal.note("asked last")
    }
    defer {
      route.cancel()
      slow.cancel()
      last.cancel()
    }
    try await watch("kl://Sending.slow/f") {
      send("kl://Sending.slow/f")
      await journal.has("seen 5")
      #expect(journal.all == ["asked", "asked slowly", "asked last", "called", "seen 5"])
    }
  }

  @Test func `A redirected call passes the interceptors again, once`()
    async throws
  {
    let route = try Khala.route("kl://Sending.there/f") { [journal] _ in
      journal.note("called")
    }
    let moving = try Khala.intercept("kl://Sending.here/f") { node in
      node.url = try #require(URL(string: "kl://Sending.there/f?value=6"))
    }
    defer {
      route.cancel()
      moving.cancel()
    }
    try await watch("kl://Sending.there/f") {
      send("kl://Sending.here/f")
      await journal.has("seen 6")
      #expect(journal.all == ["asked", "called", "seen 6"])
    }
  }

  @Test func `An error is reported once, for synchronous and asynchronous calls`() async throws {
    struct Broken: Error {}
    let route = try Khala.route("kl://Sending.broken/f") { _ in throw Broken() }
    let waiting = try Khala.route("kl://Sending.broken/g") { _ in
      await Task.yield()
      throw Broken()
    }
    defer {
      route.cancel()
      waiting.cancel()
    }
    try await watch("kl://Sending.broken/{function}") {
      send("kl://Sending.broken/f")
      #expect(journal.all == ["asked", "failed: functionFailed"])
      send("kl://Sending.broken/g")
      while journal.all.count < 4 { await Task.yield() }
      #expect(journal.all.suffix(2) == ["asked", "failed: functionFailed"])
    }
    send("kl://Sending.nowhere/f")
    #expect(journal.all.last == "failed: classNotFound")
    send("no url")
    #expect(journal.all.last == "failed: invalidURL")
  }

  @Test func `A stub around the sender applies, also in the task`() async throws {
    try await Khala.withStub(
      "kl://Sending.stubbed/f",
      answering: { [journal] _ -> Int in
        await Task.yield()
        journal.note("stub")
        return 1
      }
    ) {
      send("kl://Sending.stubbed/f")
      await journal.has("stub")
    }
    #expect(journal.all == ["stub"])
  }
}

extension ProcessSettingTests {
  private final class Lines: KhalaHistory {
    let journal = Journal()
    var isEnabled: Bool {
      get { true }
      set {}
    }

    func write(_ value: KhalaNode) { journal.note("\(value.url)") }
  }

  @Test func `A sent call is logged once, synchronous or asynchronous`()
    async throws
  {
    let before = Khala.history
    defer { Khala.history = before }
    let lines = Lines()
    Khala.history = lines
    let journal = Journal()
    let route = try Khala.route("kl://Sending.logged/now") { _ in journal.note("now") }
    let waiting = try Khala.route("kl://Sending.logged/later") { _ in
      await Task.yield()
      journal.note("later")
    }
    defer {
      route.cancel()
      waiting.cancel()
    }
    for name in ["now", "later"] {
      Khala.send(
        "kl://Sending.logged/\(name)", values: [:],
        at: CodeLocation(fileID: #fileID, line: #line)
      ) { error in journal.note("\(error)") }
      await journal.has(name)
    }
    #expect(journal.all == ["now", "later"])
    #expect(
      lines.journal.all.filter { $0.contains("Sending.logged") } == [
        "kl://Sending.logged/now", "kl://Sending.logged/later",
      ])
  }
}
