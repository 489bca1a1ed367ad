public import Bridge

extension Scenario {
  /// Publishes an event, as `Bridge.publish` does: in a transaction of the store, in which each
  /// durable wire stores its job.
  public func publish<Value: Codable & Sendable>(
    _ event: TypedRheaEvent<Value>, _ value: Value, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stimulus { _ in try await Bridge.publish(event, value, fileID: fileID, line: line) }
  }

  /// Triggers an event with a value.
  public func trigger<Value: Sendable>(
    _ event: TypedRheaEvent<Value>, _ value: Value, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    trigger(event.event, value, fileID: fileID, line: line)
  }

  /// Triggers an event.
  public func trigger(
    _ event: RheaEvent, _ value: (any Sendable)? = nil, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stimulus { _ in await Rhea.run(event: event, param: value, fileID: fileID, line: line) }
  }

  /// Calls a URL with values.
  public func call(
    _ url: String, values: [String: any Sendable] = [:], fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stimulus { run in
      let location = CodeLocation(fileID: fileID, line: line)
      // An asynchronous function continues after this line, and the run waits for it.
      Khala.send(url, values: values, at: location) { run.fail("\($0)") }
    }
  }

  /// Enqueues a job.
  public func enqueue<Payload: Codable & Sendable>(
    _ name: String, _ payload: Payload, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stimulus { _ in try await Jobs.enqueue(name, payload, fileID: fileID, line: line) }
  }

  /// Sets the relay of a key, and creates it if necessary.
  public func set<Value: Sendable>(
    _ key: RelayKey<Value>, to value: Value, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stimulus { _ in
      SharedRelay.of(key, default: value, fileID: fileID, line: line).set(value)
    }
  }

  /// Runs a task, with the options that its function gets.
  ///
  /// Use it for a fire of a schedule at a time that does not matter to the test. If the time
  /// matters, use ``launch()`` and ``pass(_:)``.
  public func run(
    task name: String, options: [String: any Sendable] = [:], fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    stimulus { _ in
      try TaskManager.shared.runTask(named: name, options: options, fileID: fileID, line: line)
    }
  }

  /// Launches the modules of the state, which also starts their schedules.
  public func launch() -> Self { stimulus { _ in await Bridge.launchFreshState() } }

  /// Lets time pass in a test with `.module`.
  ///
  /// Schedules fire and delayed jobs run in the order of their times. The state starts at
  /// 2026-01-01 00:00 UTC.
  public func pass(_ duration: Duration) -> Self {
    stimulus { run in try await run.pass(duration) }
  }

  private func stimulus(
    _ apply: @escaping @Sendable (ScenarioRun) async throws -> Void
  ) -> Self {
    with(.stimulus(apply))
  }
}
