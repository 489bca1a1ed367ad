import Foundation
import Khala
import ModularityTestSupport
import Synchronization
import Testing
import ToolkitTrace

@Suite(.takesReports)
struct ExternalCallTests {
  init() {
    Khala.isEnabledAssert = false
  }

  private func error(_ url: String) -> KhalaError? {
    #expect(throws: KhalaError.self) { try Khala(external: url).call(as: Any?.self) }
  }

  /// The codes of the errors that were reported, with details that callers do not get.
  private func reportedCodes() -> [KhalaError.Code] {
    TakesReports.take().map(\.code)
  }

  @Test func `Only open routes are reached, and all others look as if they did not exist`() throws {
    let open = try Khala.route("kl://Outside/open", access: .external) { _ in 1 }
    let closed = try Khala.route("kl://Outside/closed") { _ in 2 }
    defer { for route in [open, closed] { route.cancel() } }
    #expect(try Khala(external: "kl://Outside/open").call(as: Int.self) == 1)
    #expect(try Khala(str: "kl://Outside/closed")!.call(as: Int.self) == 2)
    let messages = [
      "kl://Outside/closed", "kl://Outside/cloSed", "kl://CallSample/server", "kl://CallSampel/f",
      "kl://CallSample",
    ].map { url in
      let error = error(url)
      #expect(error?.code == .notExternal)
      #expect(error?.fileID == #fileID)
      return error?.message.replacing(url, with: "URL")
    }
    #expect(Set(messages).count == 1)
    #expect(messages[0]?.contains("'access: .external'") == true)
    #expect(
      reportedCodes() == [
        .notExternal, .classNotFound, .notExternal, .classNotFound, .invalidURL,
      ])
  }

  @Test func `Redirects do not reach closed routes`() throws {
    let open = try Khala.route("kl://Outside.way/open", access: .external) { _ in 1 }
    let closed = try Khala.route("kl://Outside.way/closed") { _ in 2 }
    let inward = try Khala.intercept("kl://Outside.way/in") { node in
      #expect(node.isExternal)
      node.url = try #require(URL(string: "kl://Outside.way/closed"))
    }
    let outward = try Khala.intercept("kl://Outside.way/out") { node in
      node.url = try #require(URL(string: "kl://Outside.way/open"))
    }
    let filter = RewriteFilter { node in
      if node.url.host == "Outside.filter" {
        node.url = try #require(URL(string: "kl://Outside.way/closed"))
      }
      return node
    }
    Khala.rewrite.add(filter: filter)
    defer {
      for route in [open, closed] { route.cancel() }
      for interceptor in [inward, outward] { interceptor.cancel() }
      Khala.rewrite.remove(filter: filter)
    }
    #expect(error("kl://Outside.way/in")?.code == .notExternal)
    #expect(error("kl://Outside.filter/f")?.code == .notExternal)
    #expect(reportedCodes() == [.notExternal, .notExternal])
    #expect(try Khala(external: "kl://Outside.way/out").call(as: Int.self) == 1)
    #expect(try Khala(str: "kl://Outside.filter/f")!.call(as: Int.self) == 2)
  }

  @Test func `Only open fallbacks answer, and they reach open routes only`() throws {
    let inside = Khala.fallback(scheme: "outside1") { _, _ in 1 }
    #expect(error("outside1://no/f")?.code == .notExternal)
    let outside = Khala.fallback(scheme: "outside1", access: .external) { _, error in error.code }
    #expect(try Khala(external: "outside1://no/f").call() == KhalaError.Code.notExternal)
    let closed = try Khala.route("kl://Outside.fallback/closed") { _ in 2 }
    let leading = try Khala.fallback(
      scheme: "outside1", to: "kl://Outside.fallback/closed", access: .external)
    #expect(error("outside1://no/f")?.code == .notExternal)
    #expect(reportedCodes() == [.classNotFound, .notExternal])
    for fallback in [inside, outside, leading] { fallback.cancel() }
    closed.cancel()
  }

  @Test func `A cycle is an error that does not show its path`() throws {
    let one = try Khala.intercept("kl://Outside.loop/1") { node in
      node.url = try #require(URL(string: "kl://Outside.loop/2"))
    }
    let two = try Khala.intercept("kl://Outside.loop/2") { node in
      node.url = try #require(URL(string: "kl://Outside.loop/1"))
    }
    defer { for interceptor in [one, two] { interceptor.cancel() } }
    let error = error("kl://Outside.loop/1")
    #expect(error?.code == .redirectLoop)
    #expect(error?.message.contains("Outside.loop/2") == false)
    let reported = TakesReports.take()
    #expect(reported.map(\.code) == [.redirectLoop])
    #expect(reported.first?.message.contains("Outside.loop/2") == true)
  }

  @Test func `An error inside an open route does not disclose other routes`() throws {
    let open = try Khala.route("kl://Outside.inside/f", access: .external) { _ in
      try Khala(str: "kl://CallSample/nowhere")!.call(as: Int.self)
    }
    defer { open.cancel() }
    let error = error("kl://Outside.inside/f")
    #expect(error?.code == .functionFailed)
    #expect(error?.message.contains("CallSample") == false)
    #expect(error?.underlyingError == nil)
    let reported = TakesReports.take()
    #expect(reported.map(\.code) == [.functionNotFound])
    #expect(reported.first?.message.contains("CallSample") == true)
  }

  @Test(arguments: ["", "a b", "kl://A/%zz", "1:2", "kl://[::/"])
  func `An invalid URL is an error of the call`(text: String) async {
    let thrown = error(text)
    #expect(thrown?.code == .invalidURL)
    await #expect(throws: KhalaError.self) { try await Khala.open(external: text) }
  }

  @Test func `Opening a URL waits for the call, whatever it returns`() async throws {
    let opened = EventRecorder<String>()
    let plain = try Khala.route("kl://Outside.opened/plain", access: .external) { arguments in
      opened.record("\(arguments.info)")
      return CallTestView.shared
    }
    let later = try Khala.route("kl://Outside.opened/later", access: .external) { _ in
      await Task.yield()
      opened.record("later")
    }
    defer { for route in [plain, later] { route.cancel() } }
    try await Khala.open(external: "kl://Outside.opened/plain?a=1", params: ["a": 2])
    try await Khala.open(external: #require(URL(string: "kl://Outside.opened/later")))
    #expect(opened.events == [#"["a": 2]"#, "later"])
    let error = await #expect(throws: KhalaError.self) {
      try await Khala.open(external: "kl://CallSample/server")
    }
    #expect(error?.code == .notExternal)
    #expect(error?.fileID == #fileID)
    #expect(reportedCodes() == [.notExternal])
  }

  // In a process of its own, since tracing is the process's.
  @Test func `A call with a traceparent is a span that links to it, around that of the route`()
    async
  {
    await #expect(processExitsWith: .success) {
      let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      _ = try Khala.route("kl://Outside/traced", access: .external) { _ in 1 }
      Trace.start()
      try await Khala.open(external: "kl://Outside/traced?secret=1", traceParent: text)
      let url = try #require(URL(string: "kl://Outside/traced"))
      try await Khala.open(external: url, traceParent: text)
      try await Khala.open(external: url, traceParent: "garbage")
      try await Khala.open(external: url)
      let spans = Trace.snapshot().spans.filter { $0.kind == .route }
      let calls = spans.filter { $0.name == "external call" }
      #expect(calls.map { $0.links.map(\.traceParent) } == [[text], [text]])
      #expect(calls.allSatisfy { $0.module == "KhalaTests" && $0.cause == nil })
      let routes = spans.filter { $0.name != "external call" }
      #expect(routes.map(\.cause) == [calls[0].id, calls[1].id, nil, nil])
      #expect(!spans.contains { $0.name.contains("secret") })
    }
  }

  // In a process of its own, since asserts and the handler belong to all calls.
  @Test func `Calls from outside never stop a debug build, and report each error once`()
    async
  {
    await #expect(processExitsWith: .success) {
      Khala.isEnabledAssert = true
      let reports = EventRecorder<KhalaError>()
      Khala.errorHandler = { reports.record($0) }
      _ = try Khala.route("kl://Outside/closed") { _ in 2 }
      _ = try Khala.route("kl://Outside/failing", access: .external) { _ in throw Failure() }
      for url in ["a b", "kl://CallSampel/server", "kl://Outside/closed", "kl://Outside/failing"] {
        #expect(Khala(external: url).call() == nil)
      }
      #expect(
        reports.events.map(\.code) == [.invalidURL, .classNotFound, .notExternal, .functionFailed])
      #expect(reports.events[1].message.contains("CallSample"))
      #expect(reports.events[2].message.contains("'kl://Outside/closed'") == false)
      #expect(reports.events[2].message.contains("kl://Outside/closed (KhalaTests/"))
    }
  }

  private struct Failure: Error {}
}
