import Khala
import Testing

/// The tests that the article "Testing with Stubs" shows.
@Suite struct StubExampleTests {
  /// What is tested: it knows the URL of what tells prices, and nothing else.
  struct Basket {
    var ids: [Int]

    func total() throws -> Int {
      try ids.map { id in
        try Khala(str: "kl://Prices/price?id=\(id)")!.call(as: Int.self)
      }
      .reduce(0, +)
    }

    func receipt() async throws -> String {
      try await Khala(str: "kl://Register/print?total=\(total())")!.callAsync()
    }
  }

  @Test func `A basket costs the sum of its prices`() throws {
    let total = try Khala.withStub("kl://Prices/price", returning: 5) {
      try Basket(ids: [1, 2]).total()
    }
    #expect(total == 10)
  }

  @Test func `Each product has its own price`() throws {
    let total = try Khala.withStub(
      "kl://Prices/price", answering: { try $0.value("id", as: Int.self) * 100 }
    ) {
      try Basket(ids: [1, 2]).total()
    }
    #expect(total == 300)
  }

  @Test func `A receipt has the sum that is paid`() async throws {
    let receipt = try await Khala.withStub("kl://Prices/price", returning: 5) {
      try await Khala.withStub(
        "kl://Register/print",
        answering: { arguments in
          await Task.yield()
          return "paid \(try arguments.value("total", as: Int.self))"
        }
      ) {
        try await Basket(ids: [1, 2]).receipt()
      }
    }
    #expect(receipt == "paid 10")
  }
}
