import RecordFormat
import TaskPlanning

/// Jobs that come after each other: each step is a job, which begins when all steps that it comes
/// after have succeeded.
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
/// All steps are stored at once, so that a flow goes on after a crash with the steps that have not
/// succeeded. When a step fails for good or is cancelled, all that come after it are skipped.
public struct Flow: Sendable {
  /// The name, for people: several flows may have one.
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

  /// Puts the steps in an order in which each is after all that it comes after.
  ///
  /// - Throws: A ``TaskStoreError`` if there is none: because of a cycle, of two steps of one name or
  ///   of one that is missing.
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

  /// A step with the positions of those that it comes after.
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
        its steps come after each other in a cycle, so that none of them can be the first: \
        \(problem.tasks.map(\.description).joined(separator: " after ")). Take out one of these \
        'after'.
        """
      case .selfDependency: "its step \(step) comes after itself: take it out of its 'after'."
      case .duplicateName:
        """
        it has two steps '\(step.name)', at \(problem.tasks.map(place).joined(separator: " and ")): \
        give one of them another name with 'as:'.
        """
      default:
        """
        its step \(step) comes after '\(problem.tasks.last?.name ?? "")', which is no step of it: \
        add that to the flow.
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

/// A step of a flow: a job that is enqueued with it.
public struct FlowStep: Sendable {
  /// The name, which no other step of the flow has.
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
  ///   - job: The name of the job's declaration, `#job`. If that is in other processes only, say the
  ///     queue, too.
  ///   - payload: What the job is about, of the type that the declaration has.
  ///   - name: The name of the step, if not that of the job.
  ///   - traits: Further traits of this job, after those of the declaration.
  ///   - time: When it is due at the earliest.
  ///   - priority: Of jobs that are due, one of a greater priority runs earlier. Without one, it
  ///     has that of the declaration, or 0.
  ///   - queue: The queue of a job that is declared in other processes only.
  ///   - fileID: Where it is called; leave it out.
  ///   - line: Where it is called; leave it out.
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
  public init<Kind: NamedJob>(
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

  /// Returns the step as one that begins when other steps have succeeded.
  public func after(_ steps: FlowStep...) -> FlowStep { after(steps) }

  /// Returns the step as one that begins when other steps have succeeded.
  public func after(_ steps: [FlowStep]) -> FlowStep {
    let new = steps.map(\.name).filter { !after.contains($0) }
    return FlowStep(name: name, after: after + new, location: location, makeJob: makeJob)
  }
}

/// Collects the steps of a flow.
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

/// A flow that has been stored.
public struct EnqueuedFlow: Sendable, Hashable, Codable {
  /// Identifies the flow: the identifier of its first step.
  public let id: JobID

  public let name: String

  /// The identifiers of the steps by their names.
  public let steps: [String: JobID]
}

// Flows: jobs that come after each other.
extension Jobs {
  /// Stores the steps of a flow, all of them or none.
  ///
  /// - Returns: The identifiers.
  /// - Throws: A ``TaskStoreError`` if there is no store, the steps have a cycle or one that is
  ///   missing, a step has no such job or a payload of another type, or if its unique key is
  ///   another job's; or an error of the store.
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
  public func end(of flow: EnqueuedFlow) async throws -> [JobRecord] {
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
  public static func end(of flow: EnqueuedFlow) async throws -> [JobRecord] {
    try await shared.end(of: flow)
  }
}

extension JobFilter {
  /// All steps of a flow.
  public static func flow(_ id: JobID) -> JobFilter { JobFilter(flow: id, limit: .max) }
}
