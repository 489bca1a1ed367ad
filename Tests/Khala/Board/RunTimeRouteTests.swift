import Foundation
import Khala
import ModularityTestSupport
import Testing

@Suite struct RunTimeRouteTests {
  init() {
    Khala.isEnabledAssert = false
  }

  private func call<Result>(_ url: String, as type: Result.Type = Result.self) throws -> Result {
    try #require(Khala(str: url)).call(as: type)
  }

  @Test func `A route gets what its pattern captures, the query, values and closures`() throws {
    let told = EventRecorder<String>()
    let route = try Khala.route("kl://Added.users/{id:Int}/{*rest}") { arguments in
      told.record(arguments.captures.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
      told.record(
        arguments.queryItems.map { "\($0.name)=\($0.value ?? "-")" }.joined(separator: " "))
      told.record("\(arguments.url)")
      arguments.closure(0)(["count": arguments.info.count])
      return try arguments.value("id", as: Int.self) + arguments.value("more")
    }
    defer { route.cancel() }
    let call = try #require(
      Khala(str: "kl://Added.users/5/a/b%20c?flag&q=1&q=2", params: ["more": 37]))
    let sum = try call.call(as: Int.self, blocks: [{ told.record("\($0)") }])
    #expect(sum == 42)
    #expect(
      told.events == [
        "id=5 rest=a/b c", "flag=- q=1 q=2", "kl://Added.users/5/a/b%20c", #"["count": 4]"#,
      ])
  }

  @Test func `A rest is read as one text or as an array of components, possibly empty`() throws {
    let route = try Khala.route("Added.rest/{*path?}") { arguments in
      let whole: String? = try arguments.value("path")
      let parts: [String] = try arguments.value("path")
      return "\(whole ?? "none") \(parts) \(arguments.info["path"] ?? "none")"
    }
    defer { route.cancel() }
    #expect(try call("Added.rest/a/b%20c") == #"a/b c ["a", "b c"] a/b c"#)
    #expect(try call("Added.rest") == "none [] none")
  }

  @Test func `Values are read by their types, and missing or wrong ones are named`() throws {
    enum Size: String { case small, large }
    struct Point: Decodable, Equatable { var x: Int }
    let route = try Khala.route("Added.values/{id}") { arguments in
      #expect(try arguments.value("id") == "7")
      #expect(try arguments.value("id", as: Int?.self) == 7)
      #expect(try arguments.value("none", as: Int?.self) == nil)
      #expect(try arguments.value("none", default: 3) == 3)
      #expect(try arguments.value("flag") == true)
      #expect(try arguments.value("size") == Size.large)
      #expect(try arguments.value("list") == [1, 2])
      #expect(try arguments.value("point") == Point(x: 1))
      #expect(try arguments.value("view", as: AnyObject.self) === CallTestView.shared)
      return try arguments.value("wrong", as: Int.self)
    }
    defer { route.cancel() }
    let url = #"kl://Added.values/7?flag&size=large&list=1&list=2&point=%7B"x":1%7D"#
    let view: [AnyHashable: Any] = ["view": CallTestView.shared]
    for (end, words) in [("", "needs a value for 'wrong'"), ("&wrong=x", "must be Int")] {
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: url + end, params: view)!.call(as: Int.self)
      }
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.contains(words) == true)
      #expect(error?.message.contains("'Added.values/{id}'") == true)
    }
  }

  @Test func `A removed route is not called, and removing returns whether it existed`()
    throws
  {
    let route = try Khala.route("kl://Added.removed/f") { _ in 1 }
    #expect(try call("kl://Added.removed/f") == 1)
    #expect(route.cancel())
    #expect(!route.cancel())
    let error = #expect(throws: KhalaError.self) { try call("kl://Added.removed/f", as: Int.self) }
    #expect(error?.code == .classNotFound)
  }

  @Test func `The chosen route depends on patterns and priorities, not on order`() throws {
    let any = try Khala.route("kl://Added.order/{name}") { _ in "any" }
    let typed = try Khala.route("kl://Added.order/{id:Int}") { _ in "typed" }
    let exact = try Khala.route("kl://Added.order/5") { _ in "exact" }
    defer { for route in [any, typed, exact] { route.cancel() } }
    #expect(try call("kl://Added.order/5") == "exact")
    #expect(try call("kl://Added.order/6") == "typed")
    #expect(try call("kl://Added.order/six") == "any")
    let urgent = try Khala.route("{kl,kf}://Added.order/{*rest}", priority: 1) { _ in "urgent" }
    #expect(try call("kl://Added.order/5") == "urgent")
    urgent.cancel()
    #expect(try call("kl://Added.order/5") == "exact")
  }

  @Test func `A route takes the place of a function only with a higher priority`() throws {
    let equal = try Khala.route("CallSample/typed") { _ in "equal" }
    #expect(try call("kl://CallSample/typed?value=1&from=equal") == "1 nobody")
    equal.cancel()
    let higher = try Khala.route("higher://CallSample/typed", priority: 1) { _ in "higher" }
    defer { higher.cancel() }
    #expect(try call("higher://CallSample/typed?value=1") == "higher")
  }

  @Test func `An invalid pattern is an error with the source location`() {
    // The macro `#expect` gives the line of its own beginning.
    let line = #line + 1
    let error = #expect(throws: KhalaError.self) {
      try Khala.route("kl://users/{id:Itn}") { _ in 1 }
    }
    #expect(error?.code == .invalidPattern)
    #expect(error?.message.contains("offset") == true)
    #expect(error?.message.contains("Int") == true)
    #expect(error?.fileID == #fileID)
    #expect(error?.line == line)
  }

  @Test func `Void and a nil Optional are returned as nil`() throws {
    let void = try Khala.route("kl://Added.nothing/void") { _ in }
    let missing = try Khala.route("kl://Added.nothing/missing") { _ in Int?.none }
    let there = try Khala.route("kl://Added.nothing/there") { _ in Int?.some(5) }
    defer { for route in [void, missing, there] { route.cancel() } }
    #expect(Khala(str: "kl://Added.nothing/void")?.call() == nil)
    #expect(Khala(str: "kl://Added.nothing/missing")?.call() == nil)
    #expect(Khala(str: "kl://Added.nothing/there")?.call() as? Int == 5)
    try call("kl://Added.nothing/void", as: Void.self)
    #expect(try call("kl://Added.nothing/missing", as: Int?.self) == nil)
  }

  @Test func `An error of a route has the route's name and source location`() throws {
    struct Mishap: Error {}
    let line = #line + 1
    let route = try Khala.route("kl://Added.failing/{x}") { _ in throw Mishap() }
    defer { route.cancel() }
    let error = #expect(throws: KhalaError.self) { try call("kl://Added.failing/1", as: Int.self) }
    #expect(error?.code == .functionFailed)
    #expect(error?.underlyingError is Mishap)
    #expect(error?.message.contains("'kl://Added.failing/{x}' (\(#fileID):\(line))") == true)
  }

  @Test func `An asynchronous route is awaited, or reported to a synchronous call`() async throws {
    let route = try Khala.route("kl://Added.later/{id:Int}") { arguments in
      await Task.yield()
      return try arguments.value("id", as: Int.self) + 1
    }
    let onMain = try Khala.route("kl://Added.main/f") { @MainActor arguments async in
      MainActor.preconditionIsolated()
      return arguments.info.count
    }
    defer { for route in [route, onMain] { route.cancel() } }
    #expect(try await Khala(str: "kl://Added.later/4")!.callAsync(as: Int.self) == 5)
    #expect(try await Khala(str: "kl://Added.main/f?a=1&b=2")!.callAsync(as: Int.self) == 2)
    let error = #expect(throws: KhalaError.self) { try call("kl://Added.later/4", as: Int.self) }
    #expect(error?.code == .needsAsync)
    #expect(error?.message.contains("'kl://Added.later/{id:Int}'") == true)
  }

  @Test func `A route stays without a reference to it, and can remove itself`() throws {
    let made = EventRecorder<KhalaRoute>()
    made.record(
      try Khala.route("kl://Added.self/f") { _ in made.events.first?.cancel() })
    #expect(try call("kl://Added.self/f") == true)
    #expect(throws: KhalaError.self) { try call("kl://Added.self/f", as: Bool?.self) }
  }
}

/// Something that only a caller can give along.
final class CallTestView: Sendable {
  static let shared = CallTestView()
}
