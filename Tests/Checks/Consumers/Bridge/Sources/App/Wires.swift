import Bridge
import Contract

// As README has them.

#bridge(on: .userDidLogin, run: "RefreshFeed")
#bridge(on: .userDidLogin, call: "kl://feed/reload")
#bridge(on: .relay(.cartCount), run: "SaveCart", where: { $0 > 0 })
#bridge(on: .call("kl://Feed/{function}"), to: .relay(.lastCall), map: \.url)
#bridge(on: .task("Sync", .progress), to: .relay(.syncState), map: { "\($0.state)" })
#bridge(join: .userLeft, with: .didEnterBackground)
