import Foundation
import ProgramTestSupport

/// The program that most suites link: an executable with modules Store, Shop and
/// Cart, a library Catalog that all of them need, and a library Extras that the
/// program loads.
struct Store: Sendable {
  let workshop: Workshop
  let catalog: [URL]
  let shop: [URL]
  let cart: [URL]
  let extras: [URL]
  let store: [URL]

  /// Compiles the modules, once for each set of options.
  static func compiled(_ options: Workshop.Options = .init()) async throws -> Store {
    try await compiled[options]
  }

  private static let compiled = Memo<Workshop.Options, Store> { options in
    let workshop = try await Workshop("Store", options)
    let catalog = try await workshop.compile("Catalog", Fixture.folder("Store/Catalog"))
    async let shop = workshop.compile("Shop", Fixture.folder("Store/Shop"))
    async let cart = workshop.compile("Cart", Fixture.folder("Store/Cart"))
    async let extras = workshop.compile("Extras", Fixture.folder("Store/Extras"))
    async let store = workshop.compile(
      "Store", Fixture.folder("Store/Store") + [Fixture.file("Report.swift")])
    return try await Store(
      workshop: workshop, catalog: catalog, shop: shop, cart: cart, extras: extras, store: store)
  }

  /// The program as four images: executable, toolkit, and two libraries.
  struct Images: Sendable {
    let program: Program
    let catalog: URL
    let extras: URL

    var all: [URL] { [program.executable, catalog, extras] }

    func run(environment: [String: String] = [:]) async throws -> [String] {
      try await program.run([extras.path], environment: environment).lines
    }
  }

  /// Links the program as several images, in a folder of its own.
  func linkImages(options: [String] = []) async throws -> Images {
    let place = try workshop.elsewhere()
    let catalog = try await place.library("Catalog", catalog, options: options)
    async let extras = place.library("Extras", extras, options: options + ["-lCatalog"])
    async let program = place.executable(
      "Store", store + shop + cart, toolkit: .shared, options: options + ["-lCatalog"])
    return try await Images(program: program, catalog: catalog, extras: extras)
  }

  /// Links everything but Extras into one executable, in a folder of its own.
  func linkExecutable(
    options: [String] = [], order: ([URL]) -> [URL] = { $0 }
  ) async throws -> Program {
    try await workshop.elsewhere().executable(
      "Store", order(store + shop + cart + catalog), options: options)
  }

  /// What the program prints that is linked as several images.
  static let linesOfImages =
    ["loaded extras, extras"]
    + records { module in
      switch module {
      case "Catalog": "libCatalog.so"
      case "Extras": "libExtras.so"
      default: "Store"
      }
    }
    + ["pages Cart, Extras, Catalog, Shop"]

  /// What the program prints that is linked as one image.
  static let linesOfExecutable =
    records { $0 == "Extras" ? nil : "Store" } + ["pages Cart, Catalog, Shop"]

  /// The report's lines about all records, in order.
  private static func records(image: (_ module: String) -> String?) -> [String] {
    [
      ("func:cart", "Cart, Cart.swift:20:1, priority 0", " = 40"),
      ("func:shop", "Shop, Shop.swift:10:1, priority 0", " = 21"),
      ("page:cart", "Cart, Cart.swift:9:3, priority 10", ""),
      ("page:extras", "Extras, Extras.swift:8:1, priority 5", ""),
      ("page:catalog", "Catalog, Catalog.swift:13:3, priority 0", ""),
      ("page:shop", "Shop, Shop.swift:8:1, priority 0", ""),
      (
        "text:a key that is longer than two words – Größe", "Cart, Cart.swift:14:5, priority 0",
        " = from Cart"
      ),
      ("text:extras", "Extras, Extras.swift:9:1, priority 0", " = from Extras"),
      ("text:sale", "Shop, Sale.swift:5:3, priority 0", " = from Sale"),
      ("text:shop", "Shop, Shop.swift:9:1, priority 0", " = from Shop"),
      ("text:store", "Store, Store.swift:18:1, priority 0", " = from Store"),
      ("text:catalog", "Catalog, Catalog.swift:16:1, priority -1", " = from Catalog"),
    ].compactMap { record, place, value in
      let module = place.prefix { $0 != "," }
      return image(String(module)).map { "\(record) (\(place)) in \($0)\(value)" }
    }
  }
}
