import Bridge
import Testing

/// One at a time: routes are those of the process.
@Suite(.serialized) struct ControlRouteTests {
  @MainActor @Test func `Control routes run tasks and trigger events`() async throws {
    try Bridge.withFreshState {
      let routes = try Bridge.openControlRoutes()
      defer { for route in routes { route.cancel() } }
      let seen = Seen<String>()
      try TaskManager.shared.injectEventTask(name: "control", event: .demand) {
        (context: TaskContext) throws -> Void in
        seen.note("control \(context["user"] ?? "none")")
      }
      Rhea.on("control.event", repeatable: true) { (context: RheaContext) in
        let values = context.param as? [String: any Sendable]
        seen.note("event \(values?["user"] ?? "none") \(values?["name"] == nil)")
      }
      func call(_ url: String) throws -> Any? {
        try #require(Khala(str: url)).call(as: Any?.self)
      }
      _ = try call("kl://tasks/run?name=control&user=Ada")
      #expect(try call("kl://tasks/pause?name=control") as? Bool == true)
      #expect(throws: KhalaError.self) { try call("kl://tasks/run?name=control") }
      #expect(try call("kl://tasks/resume?name=control") as? Bool == true)
      #expect(try call("kl://tasks/cancel?name=control") as? Bool == false)
      _ = try call("kl://events/trigger?name=control.event&user=Bob")
      #expect(seen.values == ["control Ada", "event Bob true"])
      #expect(throws: KhalaError.self) { try call("kl://tasks/pause?name=contol") }
    }
  }

  @MainActor @Test func `Calls from outside do not reach control routes`() async throws {
    try Bridge.withFreshState {
      let routes = try Bridge.openControlRoutes()
      defer { for route in routes { route.cancel() } }
      let reported = Seen<String>()
      Khala.errorHandler = { reported.note($0.message) }
      let call = Khala(external: "kl://tasks/pause?name=x")
      #expect(throws: KhalaError.self) { try call.call(as: Any?.self) }
      #expect(reported.values.count == 1)
      #expect(reported.values.first?.contains("was called from outside") == true)
    }
  }
}
