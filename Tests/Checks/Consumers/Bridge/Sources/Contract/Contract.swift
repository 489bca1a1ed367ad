import Bridge

// What the modules share: names, and nothing that runs.

extension RheaEvent {
  public static let userDidLogin: RheaEvent = "userDidLogin"
  public static let userLeft: RheaEvent = "userLeft"
}

extension TypedRheaEvent<Int> {
  public static var cartCountDidChange: Self { Self("cartCountDidChange") }
}

extension RelayKey<[String]> {
  public static var feedItems: Self { Self("feed.items") }
  public static var cartItems: Self { Self("cart.items") }
}

extension RelayKey<Int> {
  public static var cartCount: Self { Self("cart.count") }
}

extension RelayKey<String> {
  public static var lastCall: Self { Self("lastCall") }
  public static var syncState: Self { Self("sync.state") }
}
