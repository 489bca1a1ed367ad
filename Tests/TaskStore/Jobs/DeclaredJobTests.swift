import TaskStore
import Testing

struct Invoice: Codable, Sendable { var number: Int }

#job("test.send", queue: "mail", .retry(attempts: 2), .unique(by: \.number)) {
  (invoice: Invoice, context: JobContext) async throws in
  try await context.report(progress: 0.5)
  try await Jobs.enqueue("test.double", invoice.number)
}

#job("test.double") { (number: Int) in number * 2 }

enum TestOrderPlaced: JobKind {
  typealias Payload = Invoice
  static let queue = "orders"
}

enum TestShop {
  enum TestOrderPacked: JobKind {
    typealias Payload = Letter
    typealias Result = Int
  }
}

#job(TestOrderPlaced.self, .retry(attempts: 2), .unique(by: \.number)) { invoice, context in
  try await Jobs.enqueue(TestShop.TestOrderPacked.self, Letter(number: invoice.number * 2))
}

#job(TestShop.TestOrderPacked.self) { (letter: Letter) in letter.number + 1 }

enum Printing {
  #job("test.print", run: printLetter)
}

private func printLetter(_ letter: Letter) async throws {}

/// Jobs that the binary declares, in the store of the shared manager.
@Suite struct DeclaredJobTests {
  @Test func `Declared jobs run in the shared manager`() async throws {
    try await TaskManager.shared.use(.memory(), lease: .seconds(600))
    let id = try await Jobs.enqueue("test.send", Invoice(number: 21))
    let sent = try #require(try await Jobs.waitForEnd(of: id))
    #expect(sent.state == .succeeded)
    #expect(sent.queue == "mail")
    let doubled = try #require(try await Jobs.list(JobFilter(name: "test.double")).first)
    #expect(try await Jobs.result(of: doubled.id, as: Int.self) == 42)
    let printed = try await Jobs.enqueue("test.print", Letter(number: 1))
    #expect(try await Jobs.waitForEnd(of: printed)?.state == .succeeded)
    #expect(try await Jobs.queues().map(\.name) == ["default", "mail"])

    // Jobs that are named by types, of which the shared manager has one for the whole process.
    let placed = try await Jobs.enqueue(TestOrderPlaced.self, Invoice(number: 20))
    let record = try #require(try await Jobs.waitForEnd(of: placed))
    #expect(record.state == .succeeded)
    #expect(record.name == "TestOrderPlaced")
    #expect(record.queue == "orders")
    let packed = try #require(try await Jobs.list(JobFilter(name: "TestOrderPacked")).first)
    #expect(packed.queue == "default")
    #expect(try await Jobs.result(of: packed.id, as: Int.self) == 41)
  }
}
