import RecordFormat
import TaskPlanning

/// A graph of jobs: each step is a job that starts when all steps before it have succeeded.
///
/// ```swift
/// let load = FlowStep("Load", ship)
/// let clear = FlowStep("Clear", ship)
/// let flow = try await Jobs.enqueue(
///   Flow("Departure") {
///     load
///     clear
///     FlowStep("Depart", ship).after(load, clear)
///   })
/// ```
///
/// All steps are stored in one transaction. After a crash, a flow therefore continues with the
/// steps that have not succeeded. If a step fails permanently or is cancelled, all steps after it
/// are skipped.
public struct Flow: Sendable {
  /// The name for people, which several flows may share.
  public let name: String

  let steps: [FlowStep]
  let location: CodeLocation

  /// Creates a flow of steps.
  public init(
    _ name: String = "flow", fileID: String = #fileID, line: Int = #line,
    @FlowBuilder steps: () throws -> [FlowStep]
  ) rethrows {
    self.name = name
    self.steps = try steps()
    location = CodeLocation(fileID: fileID, line: line)
  }

  /// Sorts the steps so that each comes after the steps it depends on.
  ///
  /// - Throws: A ``TaskStoreError`` if no such order exists, because of a cycle, a duplicate name
  ///   or a missing step.
  func plan() throws(TaskStoreError) -> [PlannedStep] {
    guard !steps.isEmpty else { throw unfit("it has no steps: add one.", at: location) }
    let plan = TaskPlan.make(
      tasks: steps.map {
        PlannedTask(name: $0.name, priority: 0, requires: $0.after, location: $0.location)
      }, policy: .fail)
    if let problem = plan.errors.first { throw unfit(problem) }
    let positions = Dictionary(
      uniqueKeysWithValues: plan.order.enumerated().map { (steps[$0.element].name, $0.offset) })
    return plan.order.map { number in
      PlannedStep(step: steps[number], after: steps[number].after.compactMap { positions[$0] })
    }
  }

  /// A step with the positions of the steps before it.
  struct PlannedStep {
    let step: FlowStep
    let after: [Int]
  }

  private func unfit(_ problem: TaskProblem) -> TaskStoreError {
    let step = problem.tasks[0]
    let reason =
      switch problem.code {
      case .cycle:
        """
        its steps come after each other in a cycle, so none of them can be the first: \
        \(problem.tasks.map(\.description).joined(separator: " after ")). Remove one of these \
        'after'.
        """
      case .selfDependency: "its step \(step) comes after itself: remove it from its 'after'."
      case .duplicateName:
        """
        it has two steps '\(step.name)', at \(problem.tasks.map(place).joined(separator: " and ")): \
        rename one of them with 'as:'.
        """
      default:
        """
        its step \(step) comes after '\(problem.tasks.last?.name ?? "")', which is not a step of \
        the flow: add it.
        """
      }
    return unfit(reason, at: step.location)
  }

  private func place(_ mention: TaskProblem.Mention) -> String {
    mention.location.map { "\($0)" } ?? "?"
  }

  private func unfit(_ reason: String, at location: CodeLocation?) -> TaskStoreError {
    TaskStoreError(.unfitFlow, "the flow '\(name)' is not stored: \(reason)", at: location)
  }
}

/// A step of a flow, which is a job that is enqueued with the flow.
public struct FlowStep: Sendable {
  /// The name, which is unique in the flow.
  public let name: String

  let after: [String]
  let location: CodeLocation
  let makeJob: @Sendable (Jobs, JobWork) throws -> NewJob

  private init(
    name: String, after: [String], location: CodeLocation,
    makeJob: @escaping @Sendable (Jobs, JobWork) throws -> NewJob
  ) {
    self.name = name
    self.after = after
    self.location = location
    self.makeJob = makeJob
  }

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - job: The name of the job's declaration, `#job`. If it is declared only in other processes,
  ///     also pass the queue.
  ///   - payload: The payload, with the type of the declaration.
  ///   - name: The name of the step, by default the name of the job.
  ///   - traits: Additional traits of this job, which follow the traits of the declaration.
  ///   - time: The earliest time at which it runs.
  ///   - priority: The priority. If several jobs are due, jobs with a higher priority run earlier.
  ///     The default is the priority of the declaration, or 0.
  ///   - queue: The queue of a job that is declared only in other processes.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public init<Payload: Codable & Sendable>(
    _ job: String, _ payload: Payload, as name: String? = nil, _ traits: JobTrait<Payload>...,
    at time: JobTime = .now, priority: Int? = nil, queue: String? = nil, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(
      job, payload, traits, as: name, at: time, priority, queue,
      CodeLocation(fileID: fileID, line: line))
  }

  /// Creates a step whose job is named by a type.
  public init<Kind: JobKind>(
    _ kind: Kind.Type, _ payload: Kind.Payload, as name: String? = nil,
    _ traits: JobTrait<Kind.Payload>..., at time: JobTime = .now, priority: Int? = nil,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(
      kind.jobName, payload, traits, as: name, at: time, priority, kind.queue,
      CodeLocation(fileID: fileID, line: line))
  }

  private init<Payload: Codable & Sendable>(
    _ job: String, _ payload: Payload, _ traits: [JobTrait<Payload>], as name: String?,
    at time: JobTime, _ priority: Int?, _ queue: String?, _ location: CodeLocation
  ) {
    self.init(name: name ?? job, after: [], location: location) { jobs, work in
      try jobs.newJobs(job, [payload], traits, at: time, priority, queue, in: work, location)[0]
    }
  }

  /// Returns a copy of the step that starts when other steps have succeeded.
  public func after(_ steps: FlowStep...) -> FlowStep { after(steps) }

  /// Returns a copy of the step that starts when other steps have succeeded.
  public func after(_ steps: [FlowStep]) -> FlowStep {
    let new = steps.map(\.name).filter { !after.contains($0) }
    return FlowStep(name: name, after: after + new, location: location, makeJob: makeJob)
  }
}

/// A result builder for the steps of a flow.
@resultBuilder
public enum FlowBuilder {
  public static func buildExpression(_ step: FlowStep) -> [FlowStep] { [step] }
  public static func buildExpression(_ steps: [FlowStep]) -> [FlowStep] { steps }
  public static func buildBlock(_ parts: [FlowStep]...) -> [FlowStep] { parts.flatMap(\.self) }
  public static func buildOptional(_ steps: [FlowStep]?) -> [FlowStep] { steps ?? [] }
  public static func buildEither(first steps: [FlowStep]) -> [FlowStep] { steps }
  public static func buildEither(second steps: [FlowStep]) -> [FlowStep] { steps }
  public static func buildArray(_ parts: [[FlowStep]]) -> [FlowStep] { parts.flatMap(\.self) }
}

/// A stored flow.
public struct EnqueuedFlow: Sendable, Hashable, Codable {
  /// The identifier of the flow, which is the identifier of its first step.
  public let id: JobID

  public let name: String

  /// The identifiers of the steps by their names.
  public let steps: [String: JobID]
}

// Flows: graphs of jobs.
extension Jobs {
  /// Stores the steps of a flow, all of them or none.
  ///
  /// - Returns: The identifiers.
  /// - Throws: A ``TaskStoreError`` if no store is set, if the steps have a cycle or refer to a
  ///   missing step, if a step has an unknown job or a payload of the wrong type, or if another job
  ///   holds its unique key. Or an error of the store.
  @discardableResult
  public func enqueue(_ flow: Flow) async throws -> EnqueuedFlow {
    let work = try work(at: flow.location)
    let plan = try flow.plan()
    let steps = try plan.map { planned in
      NewFlow.Step(
        planned.step.name, try planned.step.makeJob(self, work), after: planned.after)
    }
    let ids = try await work.store.enqueue(NewFlow(flow.name, steps))
    work.worker.wake()
    return EnqueuedFlow(
      id: ids[0], name: flow.name,
      steps: Dictionary(zip(steps.map(\.name), ids), uniquingKeysWith: { first, _ in first }))
  }

  /// Waits until all steps of a flow have ended, and returns their records in order.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  public func waitForEnd(of flow: EnqueuedFlow) async throws -> [JobRecord] {
    var latest: [JobRecord] = []
    await follow(.flow(flow.id)) { latest = $0 }
    try Task.checkCancellation()
    return latest.reversed()
  }

  /// Stores the steps of a flow, all of them or none.
  @discardableResult
  public static func enqueue(_ flow: Flow) async throws -> EnqueuedFlow {
    try await shared.enqueue(flow)
  }

  /// Waits until all steps of a flow have ended, and returns their records in order.
  public static func waitForEnd(of flow: EnqueuedFlow) async throws -> [JobRecord] {
    try await shared.waitForEnd(of: flow)
  }
}

extension JobFilter {
  /// Returns a filter for all steps of a flow.
  public static func flow(_ id: JobID) -> JobFilter { JobFilter(flow: id, limit: .max) }
}
