import ModularityTestSupport
import Testing

@testable import Khala

/// Who is told of calls that have been made.
///
/// Observers are those of the process: each test has addresses of its own.
@Suite struct CallObserverTests {
  private let seen = EventRecorder<String>()
  private static let place = CodeLocation(fileID: "Feed/Wires.swift", line: 7)

  /// Notes the calls of a pattern.
  private func observe(_ pattern: String) throws -> CallObserver {
    try CallObserver.add(pattern, at: Self.place) { [seen] call in
      let info = call.info.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      seen.record("\(call.url) \(info.joined(separator: ","))")
    }
  }

  @Test func `An observer receives a call with all its values`() throws {
    let observer = try observe("kl://Seen.call/{id}")
    defer { observer.cancel() }
    let route = try Khala.route("kl://Seen.call/{id:Int}") { try $0.value("id", as: Int.self) }
    defer { route.cancel() }
    let call = try #require(Khala(str: "kl://Seen.call/5?sort=name", params: ["text": "own"]))
    #expect(try call.call(as: Int.self) == 5)
    #expect(seen.events == ["kl://Seen.call/5 id=5,sort=name,text=own"])
  }

  @Test func `The caller is known by its source location`() throws {
    let places = EventRecorder<CodeLocation>()
    let observer = try CallObserver.add("kl://CallSample/server", at: Self.place) { call in
      if call.info["observed"] != nil { places.record(call.location) }
    }
    defer { observer.cancel() }
    let line = #line + 1
    _ = Khala(str: "kl://CallSample/server?value=1&observed=1")?.call()
    #expect(places.events == [CodeLocation(fileID: #fileID, line: line)])
  }

  @Test func `A capture has its name, unless the call has a value of that name`()
    throws
  {
    // No other test has a number like that in a URL.
    let observers = try ["kl://Seen.name/{key}", "kl://{host}/20250"].map(observe)
    defer { for observer in observers { observer.cancel() } }
    let route = try Khala.route("kl://Seen.name/{key:Int}") { _ in }
    defer { route.cancel() }
    try Khala(str: "kl://Seen.name/20250?host=mine")!.call(as: Void.self)
    #expect(
      seen.events == Array(repeating: "kl://Seen.name/20250 host=mine,key=20250", count: 2))
  }

  @Test func `Failed, unresolved and redirected calls are not observed`() throws {
    let observers = try ["kl://Seen.failing", "kl://Seen.missing"].map(observe)
    defer { for observer in observers { observer.cancel() } }
    let routes = [
      try Khala.route("kl://Seen.failing") { _ in throw CallSample.Mishap() },
      try Khala.route("kl://Seen.other") { _ in },
    ]
    defer { for route in routes { route.cancel() } }
    for url in ["kl://Seen.failing", "kl://Seen.missing"] {
      #expect(throws: KhalaError.self) { try Khala(str: url)!.call(as: Void.self) }
    }
    try Khala(str: "kl://Seen.other")!.call(as: Void.self)
    #expect(seen.events.isEmpty)
  }

  @Test func `An asynchronous call is observed when it has finished`() async throws {
    let observer = try observe("kl://Seen.later")
    defer { observer.cancel() }
    let route = try Khala.route("kl://Seen.later") { [seen] _ in
      await Task.yield()
      seen.record("made")
      return 1
    }
    defer { route.cancel() }
    let answer: Int = try await Khala(str: "kl://Seen.later")!.callAsync()
    #expect(answer == 1)
    #expect(seen.events == ["made", "kl://Seen.later "])
  }

  @Test func `An invalid pattern is an error with its source location`() {
    let error = #expect(throws: KhalaError.self) { try observe("kl://Seen.broken/{id") }
    #expect(error?.fileID == Self.place.fileID)
    #expect(error?.line == Self.place.line)
  }

  @Test func `A removed observer is not notified, and may remove itself`() throws {
    let own = EventRecorder<CallObserver>()
    let route = try Khala.route("kl://Seen.removed") { _ in }
    defer { route.cancel() }
    own.record(
      try CallObserver.add("kl://Seen.removed", at: Self.place) { [seen] _ in
        seen.record("told")
        for observer in own.events { observer.cancel() }
      })
    for _ in 1...3 { try Khala(str: "kl://Seen.removed")!.call(as: Void.self) }
    own.events.first?.cancel()
    #expect(seen.events == ["told"])
  }

  @Test func `Observers may be added and removed during calls`() async throws {
    let route = try Khala.route("kl://Seen.busy/{id:Int}") { _ in }
    defer { route.cancel() }
    let observer = try observe("kl://Seen.busy/{id}")
    defer { observer.cancel() }
    await withTaskGroup { group in
      for thread in 0..<4 {
        group.addTask {
          do {
            for round in 0..<50 {
              try Khala(str: "kl://Seen.busy/\(thread * 100 + round)")!.call(as: Void.self)
            }
          } catch {
            Issue.record(error)
          }
        }
      }
      group.addTask {
        do {
          for _ in 0..<50 {
            try CallObserver.add("kl://Seen.busy/{id}", at: Self.place) { _ in }.cancel()
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    let expected = (0..<4).flatMap { thread in (0..<50).map { thread * 100 + $0 } }
    #expect(
      seen.events.sorted() == expected.map { "kl://Seen.busy/\($0) id=\($0)" }.sorted())
  }
}
