public import Bridge
public import Testing

/// A test of modules by their effects: stimuli, and the effects that they must have.
///
/// ```swift
/// try await Scenario()
///   .stub(Prices.price { _ in 12 })
///   .publish(.orderPlaced, order)
///   .expect(.job("SendInvoice"), where: { (invoice: Invoice) in invoice.number == order.number })
///   .expect(.relay(.cartCount, equals: 0))
///   .run()
/// ```
///
/// ``run()`` applies the stimuli in their order. After each, it waits until the state is idle:
/// callbacks have returned, values have arrived at the end of their wires, and no task or job is due
/// or running. It does not wait for a `Task { … }` that a module starts on its own. An expectation
/// covers the stimuli since the previous group of expectations. If an effect is missing, the issue
/// contains the chains of causes of all effects that occurred.
///
/// In a test with `.module`, no time passes except by ``pass(_:)``. In another fresh state, time
/// passes by itself, and jobs need a store that the test sets. Outside of a fresh state, `run`
/// throws an error, because it would affect the process.
public struct Scenario: Sendable {
  enum Step: Sendable {
    case stimulus(@Sendable (ScenarioRun) async throws -> Void)
    case expectation(Expectation)
  }

  /// The closures that add stubs to the state, each of which returns a closure that removes its
  /// stub.
  private var stubs: [@Sendable () throws -> @Sendable () -> Void] = []
  private var steps: [Step] = []
  private let location: SourceLocation

  /// Creates a scenario without stimuli.
  public init(sourceLocation: SourceLocation = #_sourceLocation) { location = sourceLocation }

  /// Applies the stimuli, and records an issue for each effect that is missing.
  ///
  /// - Throws: An error of a stimulus that cannot be applied, such as an unknown task.
  public func run() async throws {
    let run = try ScenarioRun(at: location)
    let removals = try stubs.map { try $0() }
    defer { for remove in removals { remove() } }
    try await run.perform(steps)
  }

  /// Returns the scenario with another step.
  func with(_ step: Step) -> Self {
    var scenario = self
    scenario.steps.append(step)
    return scenario
  }

  private func with(_ stub: @escaping @Sendable () throws -> @Sendable () -> Void) -> Self {
    var scenario = self
    scenario.stubs.append(stub)
    return scenario
  }
}

// Stubs apply to all code of the state, also to jobs and schedules.
extension Scenario {
  /// Answers the calls of a contract with a stub.
  ///
  /// The stub keeps the arguments of the calls, so you can look at them after ``run()``.
  public func stub<Arguments>(_ stub: KhalaStub<Arguments>) -> Self {
    with {
      let installed = try InstalledStub(stub)
      return { installed.remove() }
    }
  }

  /// Answers the calls of a URL pattern with a value.
  public func stub<Value: Sendable>(
    _ pattern: String, returning value: Value, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    stub(pattern, answering: { _ in value }, fileID: fileID, line: line)
  }

  /// Answers the calls of a URL pattern with a closure.
  public func stub<Answer>(
    _ pattern: String, answering handler: @escaping @Sendable (KhalaArguments) throws -> Answer,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    with {
      let installed = try InstalledStub(
        pattern, at: CodeLocation(fileID: fileID, line: line), answering: handler)
      return { installed.remove() }
    }
  }

  /// Adds a task that does nothing, in the place of a task of another module.
  ///
  /// If that module is linked, the task runs at the same events.
  public func stub(task name: String, fileID: String = #fileID, line: Int = #line) -> Self {
    with {
      try TaskManager.shared.injectEventTask(
        name: name, event: ModuleScope.current?.selection.events(ofTask: name) ?? .demand,
        fileID: fileID, line: line
      ) { (_: TaskContext) throws -> Void in }
      let manager = TaskManager.shared
      // A test may have destroyed it, and then nothing is left to remove.
      return { _ = try? manager.destroyTask(named: name) }
    }
  }

  /// Adds a job that does nothing, in the place of a job of another module.
  ///
  /// It stays until the end of the test.
  public func stub<Payload: Codable & Sendable>(
    job name: String, taking payload: Payload.Type, fileID: String = #fileID, line: Int = #line
  ) -> Self {
    with {
      try TaskManager.shared.jobs.handle(name, fileID: fileID, line: line) {
        (_: Payload, _: JobContext) async throws -> Void in
      }
      return {}
    }
  }

  /// Adds a job that only returns a result, in the place of a job of another module.
  ///
  /// It stays until the end of the test.
  public func stub<Payload: Codable & Sendable, Result: Codable & Sendable>(
    job name: String, taking payload: Payload.Type, returning result: Result,
    fileID: String = #fileID, line: Int = #line
  ) -> Self {
    with {
      try TaskManager.shared.jobs.handle(name, fileID: fileID, line: line) {
        (_: Payload, _: JobContext) async throws -> Result in result
      }
      return {}
    }
  }
}
