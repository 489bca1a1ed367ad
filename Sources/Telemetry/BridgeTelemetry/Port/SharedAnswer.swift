/// A value that takes time, worked out once for all that ask for it meanwhile.
///
/// A store that does not answer would otherwise have one more task waiting for it after each
/// request.
actor SharedAnswer<Value: Sendable> {
  private let make: @Sendable () async -> Value
  private var running: Task<Value, Never>?

  /// The number of callers that wait.
  private(set) var waiterCount = 0

  /// Prepares a value.
  init(_ make: @escaping @Sendable () async -> Value) {
    self.make = make
  }

  /// The value, of a task that runs already or of a new one.
  var value: Value {
    get async {
      waiterCount += 1
      defer { waiterCount -= 1 }
      if let running { return await running.value }
      let task = Task { [make] in await make() }
      running = task
      let value = await task.value
      running = nil
      return value
    }
  }
}
