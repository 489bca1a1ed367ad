import Foundation
import Khala
import ModularityTestSupport
import Testing

@Suite struct AsyncInterceptorTests {
  init() {
    Khala.isEnabledAssert = false
  }

  private struct Silent: Error {}

  /// Waits for a call of a route of its own at a place, about which no interceptor is asked.
  private func withRoute(
    _ url: String, _ body: () async throws -> Void
  ) async throws {
    let route = try Khala.route(url) { arguments in
      arguments.info.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    }
    defer { route.cancel() }
    try await body()
  }

  private func call(_ url: String) async throws -> String {
    try await #require(Khala(str: url)).callAsync()
  }

  @Test func `A call waits for the interceptor, and receives the values that it adds`() async throws
  {
    let interceptor = try Khala.intercept("Later.added/{*rest}") { @MainActor request in
      MainActor.preconditionIsolated()
      await Task.yield()
      #expect(!request.isExternal)
      request.values["token"] = request.queryItems.count
    }
    defer { interceptor.cancel() }
    try await withRoute("kl://Later.added/f") { () async throws in
      #expect(try await call("kl://Later.added/f?a=1&b=2") == "a=1 b=2 token=2")
    }
  }

  @Test func `A synchronous call reports the asynchronous interceptor that it met`() async throws {
    let line = #line + 1
    let interceptor = try Khala.intercept("Later.met/f") { _ async in }
    defer { interceptor.cancel() }
    try await withRoute("kl://Later.met/f") {
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://Later.met/f")!.call(as: String.self)
      }
      #expect(error?.code == .needsAsync)
      #expect(
        error?.message.contains("the interceptor of 'Later.met/f' (\(#fileID):\(line))") == true)
    }
  }

  @Test func `An asynchronous interceptor redirects or rejects a call`() async throws {
    let login = try Khala.intercept("Later.account/f") { request async throws in
      request.url = try #require(URL(string: "kl://Later.login/f?back=\(request.url)"))
    }
    let denying = try Khala.intercept("Later.denied/f") { _ async throws in
      throw KhalaDenial("not now")
    }
    let lost = try Khala.intercept("Later.lost/f") { request async throws in
      request.url = try #require(URL(string: "?"))
    }
    defer { for interceptor in [login, denying, lost] { interceptor.cancel() } }
    try await withRoute("kl://Later.login/f") { () async throws in
      #expect(
        try await call("kl://Later.account/f?a=1") == "a=1 back=kl://Later.account/f")
    }
    let error = await #expect(throws: KhalaError.self) { try await call("kl://Later.denied/f") }
    #expect(error?.code == .denied)
    #expect(error?.message.contains("not now") == true)
    let other = await #expect(throws: KhalaError.self) { try await call("kl://Later.lost/f") }
    #expect(other?.code == .classNotFound || other?.code == .invalidURL)
  }

  @Test func `An interceptor that ignores its cancellation times out`() async throws {
    let clock = ManualClock()
    let begun = EventRecorder<Void>()
    let goOn = EventRecorder<Void>()
    let ended = EventRecorder<Bool>()
    let interceptor = try Khala.intercept(
      "Later.slow/f", deadline: .seconds(5), clock: clock
    ) { _ in
      begun.record(())
      // Waits in a task that is not cancelled.
      await Task.detached { _ = try? await goOn.waitForEvents(count: 1) }.value
      ended.record(Task.isCancelled)
    }
    defer { interceptor.cancel() }
    let called = Task { try await call("kl://Later.slow/f") }
    try await begun.waitForEvents(count: 1)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: KhalaError.self) { try await called.value }
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.contains("within 5.0 seconds") == true)
    #expect(error?.fileID == #fileID)
    #expect(ended.events.isEmpty)
    goOn.record(())
    #expect(try await ended.waitForEvents(count: 1) == [true])
  }

  @Test func `An interceptor within its timeout leaves no timer behind`() async throws {
    let clock = ManualClock()
    let interceptor = try Khala.intercept(
      "Later.quick/f", deadline: .seconds(5), clock: clock
    ) { request in
      try await clock.sleepers(atLeast: 1)
      request.values["quick"] = true
    }
    defer { interceptor.cancel() }
    try await withRoute("kl://Later.quick/f") { () async throws in
      #expect(try await call("kl://Later.quick/f") == "quick=true")
    }
  }

  @Test(arguments: [nil, Duration.seconds(5)])
  func `Cancelling the caller cancels the interceptor`(deadline: Duration?) async throws {
    let begun = EventRecorder<Void>()
    let never = EventRecorder<Void>()
    let pattern = "Later.cancelled/\(deadline == nil ? "f" : "g")"
    let interceptor = try Khala.intercept(
      pattern, deadline: deadline, clock: ManualClock()
    ) { _ in
      begun.record(())
      try await never.waitForEvents(count: 1)
    }
    defer { interceptor.cancel() }
    let called = Task { try await call("kl://\(pattern)") }
    try await begun.waitForEvents(count: 1)
    called.cancel()
    let error = await #expect(throws: KhalaError.self) { try await called.value }
    #expect(error?.code == .cancelled)
    #expect(error?.underlyingError is CancellationError)
  }

  @Test func `Cancelling the caller cancels the function`() async throws {
    let begun = EventRecorder<Void>()
    let never = EventRecorder<Void>()
    let route = try Khala.route("kl://Later.function/f") { _ in
      begun.record(())
      try await never.waitForEvents(count: 1)
      return ""
    }
    defer { route.cancel() }
    let called = Task { try await call("kl://Later.function/f") }
    try await begun.waitForEvents(count: 1)
    called.cancel()
    let error = await #expect(throws: KhalaError.self) { try await called.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `A call whose caller was cancelled does not reach the function`() async throws {
    let begun = EventRecorder<Void>()
    let goOn = EventRecorder<Void>()
    let called = EventRecorder<Void>()
    let interceptor = try Khala.intercept("Later.gone/f") { _ in
      begun.record(())
      await Task.detached { _ = try? await goOn.waitForEvents(count: 1) }.value
    }
    let route = try Khala.route("kl://Later.gone/f") { _ in called.record(()) }
    defer {
      interceptor.cancel()
      route.cancel()
    }
    let task = Task { try await Khala(str: "kl://Later.gone/f")!.callAsync(as: Void.self) }
    try await begun.waitForEvents(count: 1)
    task.cancel()
    goOn.record(())
    let error = await #expect(throws: KhalaError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(called.events.isEmpty)
  }

  @Test func `A call keeps the routes that it started with`() async throws {
    let routes = EventRecorder<KhalaRoute>()
    routes.record(try Khala.route("kl://Later.kept/f") { _ in "kept" })
    let interceptor = try Khala.intercept("Later.kept/f") { _ async in
      #expect(routes.events.first?.cancel() == true)
    }
    #expect(try await call("kl://Later.kept/f") == "kept")
    interceptor.cancel()
    await #expect(throws: KhalaError.self) { try await call("kl://Later.kept/f") }
  }

  @Test func `An interceptor that calls itself ends with an error`() async throws {
    let interceptor = try Khala.intercept("Later.within/f", deadline: .seconds(600)) { _ in
      _ = try await Khala(str: "kl://Later.within/f")!.callAsync(as: Int.self)
    }
    defer { interceptor.cancel() }
    let error = await #expect(throws: KhalaError.self) { try await call("kl://Later.within/f") }
    #expect(error?.code == .redirectLoop)
    #expect(error?.message.contains("kl://Later.within/f → kl://Later.within/f") == true)
  }
}
