/// Makes each value once, however many tasks ask for it.
actor Memo<Key: Hashable & Sendable, Value: Sendable> {
  private var tasks: [Key: Task<Value, any Error>] = [:]
  private let make: @Sendable (Key) async throws -> Value

  init(_ make: @escaping @Sendable (Key) async throws -> Value) {
    self.make = make
  }

  subscript(key: Key) -> Value {
    get async throws {
      if let task = tasks[key] { return try await task.value }
      // Detached from the test that asks first: others wait for the value too.
      let task = Task { [make] in try await make(key) }
      tasks[key] = task
      return try await task.value
    }
  }
}
