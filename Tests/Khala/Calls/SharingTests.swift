import ModularityTestSupport
import Testing

@testable import Khala

@Suite struct SharingTests {
  private struct Mishap: Error {}

  /// A route that runs when it is told to, and counts.
  private final class Work: Sendable {
    let begun = EventRecorder<String>()
    let cancelled = EventRecorder<Void>()
    private let goOn = EventRecorder<Void>()
    private let url: String

    init(_ url: String) {
      self.url = url
    }

    func add(failing: Bool = false) throws -> KhalaRoute {
      try Khala.route(url) { arguments in
        self.begun.record(arguments.queryItems.map { "\($0)" }.joined())
        do {
          try await self.goOn.waitForEvents(count: 1)
        } catch {
          self.cancelled.record(())
          throw error
        }
        if failing { throw Mishap() }
        return self.begun.events.count
      }
    }

    func go() { goOn.record(()) }

    /// Waits until so many share a call.
    func waiters(_ count: Int, query: String = "") async throws {
      let key = CallSharing.Key(
        url: url + query, result: ObjectIdentifier(Int.self), isExternal: false, stub: nil,
        state: ObjectIdentifier(KhalaState.current))
      while CallSharing.process.waiterCount(of: key) < count {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private func shared(_ url: String) -> Task<Int, any Error> {
    Task { try await Khala(str: url)!.callAsync(sharing: .identical) }
  }

  @Test func `Equal concurrent calls are made once`() async throws {
    let work = Work("kl://Shared.same/f")
    let route = try work.add()
    defer { route.cancel() }
    let callers = (0..<5).map { _ in shared("kl://Shared.same/f?a=1&b=2") }
    try await work.waiters(5, query: "?a=1&b=2")
    work.go()
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(work.begun.events.count == 1)
    // Nothing is kept.
    #expect(try await shared("kl://Shared.same/f?a=1&b=2").value == 2)
  }

  @Test func `Calls with another query, another type, values or closures are not shared`()
    async throws
  {
    let work = Work("kl://Shared.other/f")
    let route = try work.add()
    defer { route.cancel() }
    let first = shared("kl://Shared.other/f?a=1")
    let second = shared("kl://Shared.other/f?a=2")
    let any = Task {
      try await Khala(str: "kl://Shared.other/f?a=1")!.callAsync(as: Int?.self, sharing: .identical)
    }
    let own = Task {
      try await Khala(str: "kl://Shared.other/f?a=1", params: ["x": 1])!
        .callAsync(as: Int.self, sharing: .identical)
    }
    let alone = Task {
      try await Khala(str: "kl://Shared.other/f?a=1")!.callAsync(as: Int.self, sharing: .none)
    }
    try await work.begun.waitForEvents(count: 5)
    work.go()
    _ = try await (first.value, second.value, any.value, own.value, alone.value)
    #expect(work.begun.events.count == 5)
  }

  @Test func `Each waiter is cancelled separately, and the work with the last`() async throws {
    let work = Work("kl://Shared.cancelled/f")
    let route = try work.add()
    defer { route.cancel() }
    let callers = (0..<3).map { _ in shared("kl://Shared.cancelled/f") }
    try await work.waiters(3)
    for index in [1, 0] {
      callers[index].cancel()
      let error = await #expect(throws: KhalaError.self) { try await callers[index].value }
      #expect(error?.code == .cancelled)
      #expect(work.cancelled.events.isEmpty)
    }
    callers[2].cancel()
    try await work.cancelled.waitForEvents(count: 1)
    let error = await #expect(throws: KhalaError.self) { try await callers[2].value }
    #expect(error?.code == .cancelled)
    // One that comes afterwards begins anew.
    let next = shared("kl://Shared.cancelled/f")
    try await work.begun.waitForEvents(count: 2)
    work.go()
    #expect(try await next.value == 2)
  }

  @Test func `The first caller may be cancelled while others wait`() async throws {
    let work = Work("kl://Shared.first/f")
    let route = try work.add()
    defer { route.cancel() }
    let first = shared("kl://Shared.first/f")
    try await work.waiters(1)
    let second = shared("kl://Shared.first/f")
    try await work.waiters(2)
    first.cancel()
    await #expect(throws: KhalaError.self) { try await first.value }
    work.go()
    #expect(try await second.value == 1)
  }

  @Test func `All callers get the error, each with its own source location`() async throws {
    let work = Work("kl://Shared.failing/f")
    let route = try work.add(failing: true)
    defer { route.cancel() }
    let first = shared("kl://Shared.failing/f")
    let line = #line + 2
    let second = Task {
      try await Khala(str: "kl://Shared.failing/f")!.callAsync(as: Int.self, sharing: .identical)
    }
    try await work.waiters(2)
    work.go()
    let one = await #expect(throws: KhalaError.self) { try await first.value }
    let other = await #expect(throws: KhalaError.self) { try await second.value }
    #expect(one?.code == .functionFailed)
    #expect(one?.underlyingError is Mishap)
    #expect(other?.code == .functionFailed)
    #expect(other?.line == line)
    #expect(one?.line != line)
  }

  @Test func `A call that was cancelled before it started does not wait`() async throws {
    let begin = EventRecorder<Void>()
    let caller = Task {
      _ = try? await begin.waitForEvents(count: 1)
      return try await Khala(str: "kl://Shared.never/f")!.callAsync(
        as: Int.self, sharing: .identical)
    }
    caller.cancel()
    let error = await #expect(throws: KhalaError.self) { try await caller.value }
    #expect(error?.code == .cancelled)
  }
}
