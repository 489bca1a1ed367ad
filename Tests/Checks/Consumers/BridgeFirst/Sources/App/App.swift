import Bridge

// A module that all others share: names, and nothing that runs.
extension RheaEvent { static let userDidLogin: RheaEvent = "userDidLogin" }
extension RelayKey<[String]> { static var feedItems: Self { Self("feed.items") } }

// The module Feed knows how to refresh, and nothing of accounts.
@KhalaModule final class Feed {
  func reload() -> Int {
    SharedRelay.of(.feedItems, default: []).set(["first", "second"])
    return 2
  }
}
#task("RefreshFeed", on: .demand) { _ = Khala(str: "kl://Feed/reload")?.call() }

// The module Badge knows that there are items, and not where they come from.
#observer(of: .feedItems) { changes in print("\(changes.new.count) new items") }

// The code that puts the app together.
#bridge(on: .userDidLogin, run: "RefreshFeed")

@main struct App: ModularApp {
  func run(_ context: AppContext) async throws {
    Trace.start()
    await Rhea.run(event: .userDidLogin)
    print(Bridge.trace)
  }
}
