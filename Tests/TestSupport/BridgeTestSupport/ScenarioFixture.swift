import Bridge

// A module with an order, an invoice, a cart and prices.

struct Order: Codable, Sendable, Equatable {
  var number: Int
}

extension TypedRheaEvent<Order> {
  static var orderPlaced: Self { Self("scenario.orderPlaced") }
}

extension TypedRheaEvent<Int> {
  static var invoiceSent: Self { Self("scenario.invoiceSent") }
}

extension RheaEvent {
  static let nightDidPass: RheaEvent = "scenario.nightDidPass"
  static let cartDidClear: RheaEvent = "scenario.cartDidClear"
}

extension RelayKey<Int> {
  static var cartCount: Self { Self("scenario.cartCount") }
}

enum Prices {
  @KhalaCall("kl://ScenarioPrices/price")
  static func price(id: Int) throws -> Int

  @KhalaCall("kl://ScenarioPrices/discount")
  static func discount(id: Int, code: String?) async throws -> Int

  @KhalaCall("kl://ScenarioPrices/refresh")
  static func refresh() throws
}

@KhalaModule final class ScenarioPrices {
  func price(id: Int) -> Int { 5 }
  func discount(id: Int, code: String?) async -> Int { 1 }
  func refresh() {}
}

#bridge(on: .event(.orderPlaced), to: .job("scenario.SendInvoice", .durable))
#bridge(on: .event(.orderPlaced), to: .relay(.cartCount), map: { (_: Order) in 0 })

#job("scenario.SendInvoice") { (order: Order) in
  Rhea.trigger(event: .invoiceSent, param: try Prices.price(id: order.number))
}

#rhea(time: .cartDidClear, repeatable: true, async: true) { (_: RheaContext) async throws in
  await Task.yield()
  _ = Khala(str: "kl://ScenarioBank/refund?id=1")?.call()
}

#schedule("scenario.Night", cron: "0 30 2 * * *", zone: "UTC") {
  Rhea.trigger(event: .nightDidPass)
}
