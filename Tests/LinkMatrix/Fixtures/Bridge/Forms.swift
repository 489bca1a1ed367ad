import Bridge
import Foundation

// Every form of '#bridge', as it may be written.

extension RheaEvent { static let userDidLogin: RheaEvent = "userDidLogin" }
extension TypedRheaEvent<Int> { static var count: Self { Self("count") } }
extension RelayKey<Int> { static var cartCount: Self { Self("cartCount") } }
extension RelayKey<String> { static var state: Self { Self("state") } }
extension Notification.Name {
  nonisolated static var cart: Notification.Name { Notification.Name("cart") }
}

// To tasks.
#bridge(on: .userDidLogin, run: "RefreshFeed")
#bridge(on: "userDidLogout", run: "RefreshFeed", "Greet")
#bridge(on: .count, run: "SaveCart", where: { $0 > 0 })
#bridge(on: .relay(.cartCount), run: "SaveCart") { $0 > 0 }
#bridge(on: .event(.userDidLogin), run: "RefreshFeed", where: nil)
#bridge(on: .notification(.cart), run: "SaveCart", where: { !$0.values.isEmpty })
#bridge(on: .taskEvent(.didBecomeActive), run: "RefreshFeed")

// To calls.
#bridge(on: .userDidLogin, call: "kl://feed/reload")
#bridge(on: .count, call: "kl://cart/{value}?from=wire", where: { $0 > 0 })
#bridge(on: .changes(of: .cartCount), call: "kl://cart/changed", where: { $0.new > $0.old })

// To anything else.
#bridge(on: .userDidLogin, to: .task("RefreshFeed", "Greet"))
#bridge(on: .userDidLogin, to: .event("feedDidChange"), where: { $0.param != nil })
#bridge(on: .userDidLogin, to: .relay(.state), map: { "\($0.event)" })
#bridge(on: .count, to: .relay(.cartCount))
#bridge(on: .relay(.cartCount), to: .event(.count))
#bridge(on: .relay(.cartCount), to: .relay(.state), map: \.description)
#bridge(on: .call("kl://feed/{id}"), to: .relay(.state), map: \.url)
#bridge(on: .task("Sync", .progress, .succeeded), to: .relay(.state), map: { "\($0.state)" })
#bridge(on: .task("Sync"), to: .taskEvent(.reload))
#bridge(on: .relay(.state), to: .perform("note") { print($0) })
#bridge(on: WireSource.relay(.state), to: WireTarget.relay(.state))

// Both ways, and in a type.
enum Wires {
  #bridge(join: .userDidLogin, with: .didEnterBackground)
  #bridge(join: "userLeft", with: [.reserved1, .reserved2])
}

// Tasks that types name.

enum Refresh: TaskKind {}
enum Greet: TaskKind {}

#bridge(on: .userDidLogin, run: Refresh.self, Greet.self)
#bridge(on: .task(Refresh.self, .succeeded), run: Greet.self) { $0.task != "" }
#bridge(on: .task(Greet.self), to: .task(Refresh.self, Greet.self))
