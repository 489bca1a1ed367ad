import Foundation
import ShopContract

// The routes of the app as data, for people and tools.

extension ShopApp {
  /// Looks at the routes.
  static func look() throws {
    // A healthy program has no problems.
    print("  problems:", Khala.problems.count)

    let url = try Khala.url("products/{id:Int}", ["id": 2, "from": "Ada & Bob"], scheme: "kl")
    print("  \(url)")

    // What is different from an older release; its map would come from a file,
    // with 'KhalaRouteMap(json:)'.
    let old = Khala.routes
    let offers = try Khala.route("products/{id:Int}", priority: 1) { _ in "an offer" }
    let changes = Khala.routes.changes(from: old)
    print(changes)
    print("  breaking:", changes.isBreaking)
    offers.cancel()

    print(Khala.explain("kl://Cart/totl"))
  }
}
