import TaskStore
import Testing

private struct Order: Codable, Sendable, Hashable { var number: Int }

private enum OrderShipped: JobKind {
  typealias Payload = Order
  typealias Result = Int
  static let queue = "ships"
  /// A name of its own, which counts for nothing.
  static let jobName = "other"
}

/// Jobs that are named by types, in managers of their own.
@Suite struct JobKindTests {
  let manager = TaskManager()

  @Test func `A job that is declared elsewhere has the name and the queue of its type`()
    async throws
  {
    try await manager.use(.memory(), lease: .seconds(600))
    let ids = try await manager.jobs.enqueue(
      OrderShipped.self, all: [Order(number: 1), Order(number: 2)], at: .now + .seconds(60),
      priority: 3)
    let records = try await manager.jobs.list()
    #expect(records.map(\.id) == ids.reversed())
    #expect(Set(records.map(\.name)) == ["OrderShipped"])
    #expect(Set(records.map(\.queue)) == ["ships"])
    #expect(records.map(\.payload) == [#"{"number":2}"#, #"{"number":1}"#])
    #expect(Set(records.map(\.priority)) == [3])
  }

  @Test func `A job that is added by its type runs with its traits`() async throws {
    try await manager.use(.memory(), lease: .seconds(600))
    try manager.jobs.handle(OrderShipped.self, .unique(by: \.number, for: .seconds(600))) {
      order, context in order.number * 2
    }
    let id = try await manager.jobs.enqueue(OrderShipped.self, Order(number: 21))
    #expect(try await manager.jobs.result(of: id, as: Int.self) == 42)
    #expect(try await manager.jobs.enqueue(OrderShipped.self, Order(number: 21)) == id)
  }

  @Test func `A second job of a type's name is rejected`() async throws {
    try await manager.use(.memory(), lease: .seconds(600))
    try manager.jobs.handle(OrderShipped.self) { _, _ in 0 }
    let error = #expect(throws: TaskStoreError.self) {
      try manager.jobs.handle("OrderShipped") { (_: Order, _: JobContext) in }
    }
    #expect(error?.code == .duplicateJob)
  }
}
