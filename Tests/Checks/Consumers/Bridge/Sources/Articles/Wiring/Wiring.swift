import Bridge
import Contract

// What the article on wires shows.

#bridge(on: .userDidLogin, run: "RefreshFeed")
#bridge(on: .userDidLogin, call: "kl://feed/reload")
#bridge(on: .relay(.cartCount), run: "SaveCart", where: { $0 > 0 })
#bridge(on: .task("Sync", .progress), to: .relay(.syncState), map: { "\($0.state)" })
#bridge(join: .userLeft, with: .didEnterBackground)

func connect() {
  let wire = Bridge.connect(.event(.userDidLogin), to: .task("RefreshFeed"))
  wire.cancel()
}
