import Foundation
import Khala
import ModularityTestSupport
import Testing

@Suite struct InterceptorTests {
  init() {
    Khala.isEnabledAssert = false
  }

  private func call<Result>(_ url: String, as type: Result.Type = Result.self) throws -> Result {
    try #require(Khala(str: url)).call(as: type)
  }

  /// Does something with a route at each of these places, which returns its URL and
  /// values.
  private func withRoutes(_ urls: String..., body: () throws -> Void) throws {
    let routes = try urls.map { url in
      try Khala.route(url) { "\($0.url) \($0.info.sorted { $0.key < $1.key }.map { "\($0)" })" }
    }
    defer { for route in routes { route.cancel() } }
    try body()
  }

  @Test func `Interceptors run by priority, then in the order of adding`()
    throws
  {
    let asked = EventRecorder<String>()
    let names = [("c", 0), ("a", 5), ("d", 0), ("b", 1), ("e", -1)]
    let interceptors = try names.map { name, priority in
      try Khala.intercept("Asked.order/f", priority: priority) { _ in asked.record(name) }
    }
    let other = try Khala.intercept("Asked.order/g") { _ in asked.record("other") }
    defer { for interceptor in interceptors + [other] { interceptor.cancel() } }
    try withRoutes("kl://Asked.order/f") {
      _ = try call("kl://Asked.order/f", as: String.self)
      #expect(asked.reset() == ["a", "b", "c", "d", "e"])
      #expect(interceptors[1].cancel())
      #expect(!interceptors[1].cancel())
      _ = try call("kl://Asked.order/f", as: String.self)
      #expect(asked.events == ["b", "c", "d", "e"])
    }
  }

  @Test func `An interceptor's changes apply to one call only`() throws {
    let interceptor = try Khala.intercept("Asked.params/f") { node in
      node.params["count"] = (node.params["count"] as? Int ?? 0) + 1
    }
    defer { interceptor.cancel() }
    let route = try Khala.route("kl://Asked.params/f") { arguments in
      [try arguments.value("count", as: Int.self), try arguments.value("l", as: [Int].self).count]
    }
    defer { route.cancel() }
    let call = try #require(Khala(str: "kl://Asked.params/f?l=1&l=2"))
    #expect(try call.call() == [1, 2])
    #expect(try call.call() == [1, 2])
    #expect(call.node.params["count"] == nil)
  }

  @Test func `A redirect starts over with filters and interceptors`() throws {
    let asked = EventRecorder<String>()
    let filter = RewriteFilter { node in
      if node.url.host == "Asked.over2" {
        asked.record("filter")
        node.url = try #require(URL(string: "kl://Asked.over3/f?from=filter"))
      }
      return node
    }
    Khala.rewrite.add(filter: filter)
    let first = try Khala.intercept("{host}/f", priority: 2) { node in
      guard node.url.host?.hasPrefix("Asked.over") == true else { return }
      asked.record("all \(node.url)")
    }
    let second = try Khala.intercept("Asked.over1/f", priority: 1) { node in
      asked.record("one")
      node.url = try #require(URL(string: "kl://Asked.over2/f?from=interceptor"))
    }
    let third = try Khala.intercept("Asked.over1/f") { _ in asked.record("never") }
    defer {
      Khala.rewrite.remove(filter: filter)
      for interceptor in [first, second, third] { interceptor.cancel() }
    }
    try withRoutes("kl://Asked.over3/f") {
      let answer = try call("kl://Asked.over1/f?from=caller&a=1", as: String.self)
      #expect(
        answer
          == #"kl://Asked.over3/f ["(key: \"a\", value: \"1\")", "(key: \"from\", value: \"filter\")"]"#
      )
      #expect(
        asked.events == ["all kl://Asked.over1/f", "one", "filter", "all kl://Asked.over3/f"])
    }
  }

  @Test func `A cycle of redirects is an error that shows its path`() throws {
    let ways = [("1", "2"), ("2", "3"), ("3", "2")]
    let interceptors = try ways.map { from, to in
      try Khala.intercept("Asked.cycle/\(from)") { node in
        node.url = try #require(URL(string: "kl://Asked.cycle/\(to)"))
      }
    }
    defer { for interceptor in interceptors { interceptor.cancel() } }
    let error = #expect(throws: KhalaError.self) { try call("kl://Asked.cycle/1", as: Int.self) }
    #expect(error?.code == .redirectLoop)
    #expect(
      error?.message.contains(
        "kl://Asked.cycle/1 → kl://Asked.cycle/2 → kl://Asked.cycle/3 → kl://Asked.cycle/2")
        == true)
    #expect(error?.fileID == #fileID)
  }

  @Test func `An endless chain of redirects is an error`() throws {
    let hops = EventRecorder<Int>()
    let interceptor = try Khala.intercept("Asked.far/{n:Int}") { node in
      let number = try #require(Int(node.url.lastPathComponent))
      hops.record(number)
      node.url = try #require(URL(string: "kl://Asked.far/\(number + 1)"))
    }
    defer { interceptor.cancel() }
    let error = #expect(throws: KhalaError.self) { try call("kl://Asked.far/0", as: Int.self) }
    #expect(error?.code == .redirectLoop)
    #expect(hops.events == Array(0..<16))
  }

  @Test func `An interceptor rejects a call with its reason`() throws {
    struct Mishap: Error {}
    let denying = try Khala.intercept("Asked.denied/f") { _ in throw KhalaDenial("closed today") }
    let failing = try Khala.intercept("Asked.denied/g") { _ in throw Mishap() }
    defer { for interceptor in [denying, failing] { interceptor.cancel() } }
    try withRoutes("kl://Asked.denied/f", "kl://Asked.denied/g") {
      let denied = #expect(throws: KhalaError.self) {
        try call("kl://Asked.denied/f", as: Int.self)
      }
      #expect(denied?.code == .denied)
      #expect(denied?.message.contains("closed today") == true)
      #expect(denied?.fileID == #fileID)
      let failed = #expect(throws: KhalaError.self) {
        try call("kl://Asked.denied/g", as: Int.self)
      }
      #expect(failed?.code == .denied)
      #expect(failed?.underlyingError is Mishap)
    }
  }

  @Test func `An interceptor that calls itself gets an error, not a stack overflow`()
    throws
  {
    let interceptor = try Khala.intercept("Asked.within/{x}") { node in
      let next = node.url.lastPathComponent == "a" ? "b" : "a"
      _ = try Khala(str: "kl://Asked.within/\(next)")?.call(as: Int.self)
    }
    defer { interceptor.cancel() }
    let error = #expect(throws: KhalaError.self) { try call("kl://Asked.within/a", as: Int.self) }
    #expect(error?.code == .redirectLoop)
    #expect(
      error?.message.contains("kl://Asked.within/a → kl://Asked.within/b → kl://Asked.within/a")
        == true)
  }

  @Test func `A filter that calls itself ends with the same error`() throws {
    let filter = RewriteFilter { node in
      if node.url.host == "Asked.filter" {
        _ = try Khala(str: "kl://Asked.filter/\(node.url.lastPathComponent)x")?.call(as: Int.self)
      }
      return node
    }
    Khala.rewrite.add(filter: filter)
    defer { Khala.rewrite.remove(filter: filter) }
    let error = #expect(throws: KhalaError.self) { try call("kl://Asked.filter/f", as: Int.self) }
    #expect(error?.code == .redirectLoop)
    #expect(error?.message.contains("kl://Asked.filter/f → kl://Asked.filter/fx → ") == true)
  }

  @Test func `An interceptor may make calls that it does not intercept`() throws {
    let interceptor = try Khala.intercept("Asked.calls/{*rest}") { node in
      guard node.url.lastPathComponent == "f" else { return }
      node.params["token"] = try call("kl://Asked.calls/token", as: String.self).count
    }
    defer { interceptor.cancel() }
    try withRoutes("kl://Asked.calls/f", "kl://Asked.calls/token") {
      let answer = try call("kl://Asked.calls/f", as: String.self)
      #expect(answer.contains("token"))
    }
  }

  @Test func `An invalid pattern is an error with the source location`() {
    let error = #expect(throws: KhalaError.self) { try Khala.intercept("{*a}/b") { _ in } }
    #expect(error?.code == .invalidPattern)
    #expect(error?.fileID == #fileID)
  }

  // In a process of its own, as it is asked about every call.
  @Test func `An interceptor without a pattern runs for every call`() async {
    await #expect(processExitsWith: .success) {
      let asked = EventRecorder<String>()
      _ = try Khala.intercept { asked.record("\($0.url)") }
      Khala(str: "kl://CallSample/server")?.call()
      Khala(str: "//CallSample/server")?.call()
      #expect(asked.events == ["kl://CallSample/server", "//CallSample/server"])
    }
  }
}
