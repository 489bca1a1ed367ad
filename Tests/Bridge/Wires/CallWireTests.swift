import Bridge
import Synchronization
import Testing

/// What the routing classes below have been told.
private let told = Seen<String>()

@KhalaModule final class CallWireFeed {
  func reload(user: String?) { told.note("reload \(user ?? "none")") }

  func slowly(user: String) async throws { told.note("slowly \(user)") }

  func stories(count: Int) -> [String] { (0..<count).map { "story \($0)" } }

  func laterStories() async -> [String] {
    await Task.yield()
    return ["late"]
  }

  func box() -> MutableBox { MutableBox() }

  @MainActor func onMain(value: Int) { told.note("onMain \(value)") }
}

/// A result that may not be shared.
final class MutableBox {
  var value = 1
}

extension RelayKey<[String]> {
  fileprivate static var stories: Self { Self("calls.stories") }
}

#bridge(
  on: .call("kl://CallWireFeed/stories"), to: .relay(.stories), map: { $0.result() ?? ["none"] })

extension RheaEvent {
  fileprivate static let login: RheaEvent = "calls.login"
  fileprivate static let called: RheaEvent = "calls.called"
}

@Suite(.serialized) struct CallWireTests {
  @MainActor @Test func `An event calls a route, with the values of the event`()
    async throws
  {
    await Bridge.withFreshState {
      let before = told.values.count
      Bridge.connect(.event(.login), to: .call("kl://CallWireFeed/reload"))
      Bridge.connect(.event(.login), to: .call("kl://CallWireFeed/onMain?value=4"))
      await Rhea.run(event: .login, param: ["user": "Ada"])
      // What belongs to the main actor is called in a task, unless the test runs there at once.
      while told.values.count < before + 2 { await Task.yield() }
      #expect(Array(told.values[before...]) == ["reload Ada", "onMain 4"])
    }
  }

  @MainActor @Test func `An asynchronous route is called in a task`() async throws {
    await Bridge.withFreshState {
      let before = told.values.count
      Bridge.connect(.event(.login), to: .call("kl://CallWireFeed/slowly"))
      await confirmation { confirm in
        let wire = Bridge.connect(
          .call("kl://CallWireFeed/slowly"), to: .perform("seen") { _ in confirm() })
        await Rhea.run(event: .login, param: ["user": "Ada"])
        while told.values.count == before || wire.deliveryCount == 0 { await Task.yield() }
        wire.cancel()
      }
      #expect(Array(told.values[before...]) == ["slowly Ada"])
    }
  }

  @MainActor @Test func `Braces in the URL stand for values`() async throws {
    await Bridge.withFreshState {
      let errors = noteErrors()
      let before = told.values.count
      Bridge.connect(.event(.login), to: .call("kl://CallWireFeed/reload?user={name}"))
      await Rhea.run(event: .login, param: ["name": "A&B"])
      await Rhea.run(event: .login, param: ["nam": "A&B"])
      #expect(Array(told.values[before...]) == ["reload A&B"])
      #expect(errors.values.count == 1)
      #expect(
        errors.values.first?.contains(
          "needs a value 'name', but the delivered value has only 'nam'") == true)
    }
  }

  @MainActor @Test(arguments: ["kl://a/{", "kl://a/{}", "kl://{a/{b}"])
  func `A URL with an unclosed brace is not connected`(url: String) async {
    Bridge.withFreshState {
      let errors = noteErrors()
      let wire = Bridge.connect(.event(.login), to: .call(url))
      #expect(wire.isConnected == (url == "kl://{a/{b}"))
      #expect(errors.values.count == (wire.isConnected ? 0 : 1))
    }
  }

  @Test func `The result of a route goes to a relay`() {
    Bridge.withFreshState {
      let stories = SharedRelay.of(.stories, default: [])
      Khala(str: "kl://CallWireFeed/stories?count=2")?.call()
      #expect(stories.value == ["story 0", "story 1"])
    }
  }

  @Test func `A result is read by its type, if it can be shared`() async throws {
    try await Bridge.withFreshState {
      let results = Seen<[String]?>()
      let wire = Bridge.connect(
        .call("kl://CallWireFeed/{function}"),
        to: .perform("seen") { (call: WireCall) in results.note(call.result()) })
      _ = try await Khala(str: "kl://CallWireFeed/laterStories")?.callAsync(as: [String].self)
      Khala(str: "kl://CallWireFeed/box")?.call()
      Khala(str: "kl://CallWireFeed/reload")?.call()
      #expect(results.values == [["late"], nil, nil])
      wire.cancel()
    }
    #expect(WireCall(url: "kl://a/b", result: 4).result() == 4)
    #expect(WireCall(url: "kl://a/b", result: 4).result(as: (any Sendable).self) == nil)
    #expect(WireCall(url: "kl://a/b", result: 4).result(as: String.self) == nil)
    #expect(WireCall(url: "kl://a/b").result(as: Int.self) == nil)
  }

  @MainActor @Test func `A successful call triggers its wires, a failed one does not`() async throws
  {
    Bridge.withFreshState {
      let seen = Seen<String>()
      let wire = Bridge.connect(
        .call("kl://CallWireFeed/{function}"), to: .event(.called),
        map: { "\($0["function"] ?? "") \($0["user"] ?? "") by \($0.caller)" })
      Rhea.on(.called, repeatable: true) { (context: RheaContext) in
        seen.note(context.param as? String ?? "")
      }
      Khala(str: "kl://CallWireFeed/reload?user=Ada")?.call()
      #expect(throws: KhalaError.self) {
        try Khala(str: "kl://CallWireFeed/onMain?value=x")?.call(as: Void.self)
      }
      wire.cancel()
      Khala(str: "kl://CallWireFeed/reload?user=Bob")?.call()
      #expect(seen.values == ["reload Ada by BridgeTests"])
    }
  }

  @MainActor @Test func `An invalid pattern is not connected`() async {
    Bridge.withFreshState {
      let errors = noteErrors()
      let wire = Bridge.connect(.call("kl://{a"), to: .event(.called))
      #expect(!wire.isConnected)
      #expect(errors.values.count == 1)
    }
  }
}
