import CartBadge
import CartBank
import CartCatalog
import CartContract
import CartTill

/// Puts the modules side by side, buys two things and pays.
@main
struct CartApp {
  @MainActor static func main() async {
    let (badge, till, bank) = (Badge(), Till(), Bank())
    await bank.follow()

    Catalog.choose("bicycle", for: 200)

    // One change of the total, though two things change.
    transaction {
      Catalog.choose("bell", for: 20)
      Cart.discount.set(10)
    }

    await withCheckedContinuation { paid in
      Cart.receipt.addDidSet { changes in
        print("App: \(changes.new ?? "not paid")")
        paid.resume()
      }
      till.pay()
    }
    withExtendedLifetime(badge) {}
  }
}
