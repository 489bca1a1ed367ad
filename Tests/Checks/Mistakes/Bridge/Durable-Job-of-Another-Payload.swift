// A durable job takes another payload than its event has.
// Write the type of the event for the first parameter.
import Bridge

extension TypedRheaEvent<Int> {
  static var sold: Self { Self("sold") }
}

#bridge(on: .sold, durable: "SendInvoice") { (order: String, context: JobContext) in
  // 44: error: cannot convert value of type '@Sendable (String, JobContext) -> ()' to expected
  //   argument type 'nonisolated(nonsending) @Sendable (Int, JobContext) async throws -> Void'
  print(order)
}
