import HarborContracts

/// The books, for all callers by URL; on the main actor, so that they may have state.
@KhalaModule @MainActor final class Accounts {
  private var invoices = 0

  /// Begins a new page.
  func turnPage() {
    invoices = 0
    SharedRelay.of(.revenue, default: 0).set(0)
  }

  /// Bills a ship for its berth and its cargo, and returns the amount in euros.
  @Route("bill/{ship}")
  func bill(ship: String, tons: Int) -> Int {
    invoices += 1
    let amount = 400 + tons * 12
    SharedRelay.of(.revenue, default: 0).modify { $0 += amount }
    DayLog.say("invoice \(invoices): \(ship) pays \(amount) euros")
    return amount
  }

  /// The sum that was billed so far, for dashboards.
  @KhalaExported(access: .external)
  var revenue: Int { SharedRelay.of(.revenue, default: 0).value }
}

#bridge(on: .deskDidOpen, call: "kl://Accounts/turnPage")

// An invoice is a job: it is stored when the ship has sailed, and sent by whichever service has
// time, after a crash, too.
#bridge(on: .shipDidSail, to: .job("SendInvoice"))

// The books are called as another module would call them, and an error is a failed attempt.
#job("SendInvoice", queue: "invoices", .unique(by: \.name)) { (ship: Ship) async throws in
  let call = Khala(str: "kl://bill/\(ship.name)?tons=\(ship.tons)")
  _ = try await call?.callAsync(as: Int.self)
  Visits.open.modify { _ = $0.remove(ship.name) }
}

/// The ships that have arrived and have no invoice.
enum Visits {
  static let open = SharedRelay<Set<String>>([])
}

#bridge(on: .shipDidArrive, durable: "OpenAccount", queue: "arrivals") {
  (ship: Ship, _: JobContext) in
  Visits.open.modify { _ = $0.insert(ship.name) }
}
