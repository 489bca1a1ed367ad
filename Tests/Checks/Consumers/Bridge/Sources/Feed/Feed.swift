import Bridge
import Contract

@KhalaModule final class Feed {
  @Route("feed/reload")
  func reload(user: String?) -> Int {
    print("loading the feed for \(user ?? "guests")")
    SharedRelay.of(.feedItems, default: []).set(["first", "second"])
    return 2
  }
}

#task("RefreshFeed", on: .demand) { context in
  print("\(context.task) runs, with \(context["user"] ?? "no user")")
  _ = Khala(str: "kl://Feed/reload")?.call()
}
