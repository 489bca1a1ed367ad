import Bridge
import Testing

extension RheaEvent {
  static let declaredLogin: RheaEvent = "bridge.declared.login"
}
extension TypedRheaEvent<Int> {
  static var declaredCount: Self { Self("bridge.declared.count") }
}
extension RelayKey<Int> {
  static var declaredItems: Self { Self("bridge.declared.items") }
}
extension RelayKey<String> {
  static var declaredState: Self { Self("bridge.declared.state") }
}

#bridge(on: .declaredLogin, run: "declared.a", "declared.b")
#bridge(on: .declaredCount, run: "declared.a", where: { $0 > 3 })
#bridge(on: .relay(.declaredItems), run: "declared.a") { $0 > 0 }
#bridge(on: .declaredLogin, call: "kl://DeclaredFeed/reload")
#bridge(on: .relay(.declaredItems), to: .event(.declaredCount))
#bridge(on: .task("declared.a", .done, .failed), to: .relay(.declaredState), map: { "\($0)" })
#bridge(on: .call("kl://DeclaredFeed/{name}"), to: .event("bridge.declared.called"))
#bridge(join: "bridge.declared.left", with: .reserved1)
