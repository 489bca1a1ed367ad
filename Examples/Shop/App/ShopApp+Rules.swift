import Foundation
import ShopContract

// The rules for calls: which are rejected, and where unexpected ones go.

/// The session of the customer.
private actor Session {
  var customer: String { "Ada" }
}

extension ShopApp {
  /// Does what links from outside ask for, as far as it is open to them.
  static func openLinks() async {
    // What a link need not know; the default writes it to standard error.
    Khala.errorHandler = { print("  reported: \($0.code)") }
    for link in ["kl://products/2", "kl://Catalog/product?id=2", "kl://Cart/empty", "kl://No/f"] {
      do {
        try await Khala.open(external: link)
        print("  \(link): opened")
      } catch {
        print("  \(link): \(error.code)")
      }
    }
  }

  /// Has calls asked about before they are made.
  @MainActor
  static func askInterceptors() async throws {
    // One that rejects.
    let doorman = try Khala.intercept("Checkout/pay") { node in
      guard node.params["name"] != nil else { throw KhalaDenial("log in first") }
    }
    do {
      _ = try await Khala(str: "kl://Checkout/pay")?.callAsync(as: String.self)
    } catch {
      print("  \(error.message)")
    }

    // One that sends calls elsewhere, with what they came with.
    let moved = try Khala.intercept("kl://item") { node in
      if let url = URL(string: "kl://Catalog/product") { node.url = url }
    }
    let bell = try Khala(str: "kl://item?id=2")?.call(as: Product.self)
    print("  item?id=2:", bell?.name ?? "nothing")

    // One that is waited for, and is asked before the doorman.
    let session = Session()
    let login = try Khala.intercept(
      "Checkout/{*rest}", priority: 10, deadline: .seconds(30)
    ) { request in
      request.values["name"] = await session.customer
    }
    if let bell { _ = try KhalaStore.addToCart(bell, quantity: 1) }
    let receipt = try await Khala(str: "kl://Checkout/pay")?.callAsync(as: String.self)
    print("  \(receipt ?? "nothing")")

    for interceptor in [doorman, moved, login] { interceptor.cancel() }
  }

  /// Adds routes and a fallback, and takes them out again.
  static func addAndRemove() throws {
    let reductions = [1: 20, 3: 50]
    let offers = try Khala.route("offers/{id:Int}") { arguments in
      let id: Int = try arguments.value("id")
      let isLoud = try arguments.value("loud", default: false)
      return "\(reductions[id] ?? 0) per cent off\(isLoud ? "!" : "")"
    }
    print("  offers/3:", try Khala(str: "kl://offers/3?loud")?.call(as: String.self) ?? "")
    offers.cancel()

    let fallback = Khala.fallback(scheme: "kl") { arguments, error in
      "nothing at \(arguments.url) (\(error.code))"
    }
    print("  offers/3:", try Khala(str: "kl://offers/3")?.call(as: String.self) ?? "")
    fallback.cancel()
  }
}
