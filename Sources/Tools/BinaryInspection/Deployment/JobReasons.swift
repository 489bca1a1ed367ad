import ModuleGraph
import Spelling

/// The reasons that jobs give not to deploy a build.
struct JobReasons {
  private typealias Use = DataSchemas.Use

  private let oldJobs: [String: ModuleGraph.Node]
  private let newJobs: [String: ModuleGraph.Node]
  /// The jobs of the new build by their current and earlier names.
  private let newJobsByStoredName: [String: ModuleGraph.Node]
  /// The known queues from which the new build claims jobs.
  private let newQueues: Set<String>
  /// The new jobs whose queues only the running program knows.
  private let newJobsWithUnknownQueues: [String]
  private let oldUses: [Key: Use]
  private let newUses: [Key: Use]
  /// The new build reads values of the old build.
  private let newReading: DataReading
  /// The old build reads values of the new build.
  private let oldReading: DataReading

  private struct Key: Hashable {
    let name: String
    let role: DataSchemas.Use.Role
  }

  init(
    from old: ModuleGraph, to new: ModuleGraph, schemas: (old: DataSchemas, new: DataSchemas)
  ) {
    oldJobs = Self.jobs(of: old)
    newJobs = Self.jobs(of: new)
    let former = newJobs.values.flatMap { job in job.formerNames.map { ($0, job) } }
    newJobsByStoredName = newJobs.merging(former) { current, _ in current }
    newQueues = Set(
      newJobs.values.flatMap { job in
        guard !job.hasUnknownQueue, case .text(let queue)? = job[attribute: "queue"] else {
          return job.formerQueues
        }
        return [queue] + job.formerQueues
      })
    newJobsWithUnknownQueues = newJobs.values.filter(\.hasUnknownQueue).map(\.name).sorted()
    oldUses = Self.uses(of: schemas.old)
    newUses = Self.uses(of: schemas.new)
    newReading = DataReading(writing: schemas.old.forms, reading: schemas.new.forms)
    oldReading = DataReading(writing: schemas.new.forms, reading: schemas.old.forms)
  }

  private static func jobs(of graph: ModuleGraph) -> [String: ModuleGraph.Node] {
    let jobs = graph.nodes.filter { $0.kind == .job && $0.certainty == .declared }
    return Dictionary(jobs.map { ($0.name, $0) }) { first, _ in first }
  }

  private static func uses(of schemas: DataSchemas) -> [Key: DataSchemas.Use] {
    let uses = schemas.uses.filter { $0.kind == .job }
    return Dictionary(uses.map { (Key(name: $0.name, role: $0.role), $0) }) { first, _ in first }
  }

  // MARK: - Stored jobs

  /// Returns the reasons of stored jobs.
  func reasons(of stored: StoreInventory.Jobs) -> [DeploymentCheck.Item] {
    guard stored.count > 0 else { return [] }
    let name = stored.name
    guard let job = newJobsByStoredName[name] else {
      guard oldJobs[name] != nil else {
        return [
          item(
            of: stored, .undeclaredJob,
            "are declared by neither build, so only a handler that is added at run time runs them",
            isRemark: true)
        ]
      }
      return [
        item(
          of: stored, .undeclaredJob,
          """
          would never run, because the new build declares no such job. If it was renamed, declare \
          it with '.formerly("\(name)")'
          """)
      ]
    }
    guard let unclaimed = unclaimedQueue(of: stored) else { return payloadReasons(of: stored, job) }
    return unclaimed.isRemark ? [unclaimed] + payloadReasons(of: stored, job) : [unclaimed]
  }

  private func item(
    of stored: StoreInventory.Jobs, _ code: DeploymentCheck.Reason.Code, _ message: String,
    isRemark: Bool = false
  ) -> DeploymentCheck.Item {
    let subject = Self.words(of: stored)
    return DeploymentCheck.Item(
      reason: DeploymentCheck.Reason(
        code: code, subject: "job \(stored.name)", message: "\(subject) \(message)",
        place: (newJobsByStoredName[stored.name] ?? oldJobs[stored.name])?.locations.first,
        count: stored.count,
        example: stored.example),
      isRemark: isRemark)
  }

  /// Returns the reason or remark if the new build claims no jobs of the queue, or may not.
  private func unclaimedQueue(of stored: StoreInventory.Jobs) -> DeploymentCheck.Item? {
    guard !newQueues.contains(stored.queue) else { return nil }
    guard newJobsWithUnknownQueues.isEmpty else {
      let names = newJobsWithUnknownQueues.map { "'\($0)'" }.shortened.joined(separator: ", ")
      return item(
        of: stored, .unclaimedQueue,
        """
        are in the queue '\(stored.queue)', and only the new build knows whether it claims jobs of \
        this queue, because types declare the queues of \(names)
        """, isRemark: true)
    }
    return item(
      of: stored, .unclaimedQueue,
      """
      would never run, because the new build claims no jobs of the queue '\(stored.queue)'. \
      Declare the job with '.formerly("\(stored.name)", queue: "\(stored.queue)")'
      """)
  }

  private func payloadReasons(
    of stored: StoreInventory.Jobs, _ job: ModuleGraph.Node
  ) -> [DeploymentCheck.Item] {
    if let decoding = stored.decoding {
      guard let failure = decoding.failures.first else { return [] }
      return [
        item(
          of: stored, .unreadablePayload,
          """
          have payloads that the new build cannot read: \(decoding.failures.count) of \
          \(decoding.count) that it decoded, for example the payload of \(failure.id): \
          \(failure.reason)
          """)
      ]
    }
    guard let old = oldUses[Key(name: stored.name, role: .payload)],
      let new = newUses[Key(name: job.name, role: .payload)]
    else {
      return [
        item(
          of: stored, .unreadablePayload,
          "have payloads whose type is unknown in one of the builds", isRemark: true)
      ]
    }
    return Self.problem(newReading.problems(of: old.type, as: new.type)).map { problem in
      let words = problem.isUnknown ? "may have" : "have"
      return [
        item(
          of: stored, .unreadablePayload,
          "\(words) payloads that the new build cannot read: \(problem)",
          isRemark: problem.isUnknown)
      ]
    } ?? []
  }

  /// Returns the reasons of stored results, which other steps of their flows may read.
  func reasons(of stored: StoreInventory.Results) -> [DeploymentCheck.Item] {
    guard let job = newJobsByStoredName[stored.name],
      let old = oldUses[Key(name: stored.name, role: .result)],
      let new = newUses[Key(name: job.name, role: .result)],
      let problem = Self.problem(newReading.problems(of: old.type, as: new.type))
    else { return [] }
    let words = problem.isUnknown ? "may have" : "have"
    return [
      DeploymentCheck.Item(
        reason: DeploymentCheck.Reason(
          code: .unreadableResult, subject: "job \(stored.name)",
          message: """
            \(stored.count) ended steps '\(stored.name)' of unfinished flows (for example \
            \(stored.example)) \(words) results that the new build cannot read: \(problem)
            """,
          place: job.locations.first, count: stored.count, example: stored.example),
        isRemark: problem.isUnknown)
    ]
  }

  /// Returns the reasons of jobs with stored steps, which the new build must call in their order.
  func reasons(of stored: StoreInventory.Stepped) -> [DeploymentCheck.Item] {
    guard let old = oldJobs[stored.name], let job = newJobsByStoredName[stored.name],
      let change = BreakingRules.alterationOfSteps(from: old.steps, to: job.steps)
    else { return [] }
    return [
      DeploymentCheck.Item(
        reason: DeploymentCheck.Reason(
          code: .changedSteps, subject: "job \(stored.name)",
          message: """
            \(stored.count) jobs '\(stored.name)' (for example \(stored.example)) have stored steps, \
            and may fail in the new build: \(change.reason)
            """,
          place: job.locations.first, count: stored.count, example: stored.example))
    ]
  }

  /// Returns the most certain problem.
  private static func problem(_ problems: [DataReading.Problem]) -> DataReading.Problem? {
    problems.first { !$0.isUnknown } ?? problems.first
  }

  /// The stored jobs in words: `jobs 'Invoice' (3 delayed, 12 waiting, for example 4711)`.
  private static func words(of stored: StoreInventory.Jobs) -> String {
    let counts = stored.counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }
      .map { "\($0.value) \($0.key)" }
    let step = stored.step.map { " of the step '\($0.name)' of the flow '\($0.flow)'" } ?? ""
    let details = (counts + ["for example \(stored.example)"]).joined(separator: ", ")
    return "jobs '\(stored.name)'\(step) (\(details))"
  }

  // MARK: - Rolling deployments

  /// Returns the reasons that builds give that run beside each other, without the reasons of stored
  /// jobs.
  func reasonsOfRollingDeployment(storedNames: Set<String>) -> [DeploymentCheck.Item] {
    newJobs.values.flatMap { job -> [DeploymentCheck.Item] in
      guard oldJobs[job.name] != nil else {
        // A worker claims jobs of the names that its build declares, and no others.
        return [
          item(
            .unknownToOldBuild, job,
            "the old build does not know the job '\(job.name)', and leaves it to the new build",
            isRemark: true)
        ]
      }
      let isStored = storedNames.contains(job.name)
      return [
        isStored ? nil : reason(job, .payload, isWrittenByOldBuild: true),
        reason(job, .result, isWrittenByOldBuild: true),
        reason(job, .payload, isWrittenByOldBuild: false),
        reason(job, .result, isWrittenByOldBuild: false),
      ].compactMap(\.self)
    }
  }

  /// Returns the reason if one build cannot read what the other build writes.
  private func reason(
    _ job: ModuleGraph.Node, _ role: DataSchemas.Use.Role, isWrittenByOldBuild: Bool
  ) -> DeploymentCheck.Item? {
    let key = Key(name: job.name, role: role)
    let (written, read) =
      isWrittenByOldBuild
      ? (oldUses[key], newUses[key]) : (newUses[key], oldUses[key])
    let (writer, reader) = isWrittenByOldBuild ? ("old", "new") : ("new", "old")
    let code: DeploymentCheck.Reason.Code =
      isWrittenByOldBuild ? .unreadableForNewBuild : .unreadableForOldBuild
    let values = "the \(role.words) of a job '\(job.name)' of the \(writer) build"
    guard let written, let read else {
      // Each job has a payload, and some have a result.
      if role == .payload {
        return item(
          code, job, "\(values) has a type that is unknown in one of the builds", isRemark: true)
      }
      return read == nil
        ? nil : item(code, job, "the \(reader) build cannot read \(values), which does not exist")
    }
    let reading = isWrittenByOldBuild ? newReading : oldReading
    guard let problem = Self.problem(reading.problems(of: written.type, as: read.type)) else {
      return nil
    }
    let words = problem.isUnknown ? "may not be able to" : "cannot"
    return item(
      code, job, "the \(reader) build \(words) read \(values): \(problem)",
      isRemark: problem.isUnknown)
  }

  private func item(
    _ code: DeploymentCheck.Reason.Code, _ job: ModuleGraph.Node, _ message: String,
    isRemark: Bool = false
  ) -> DeploymentCheck.Item {
    DeploymentCheck.Item(
      reason: DeploymentCheck.Reason(
        code: code, subject: "job \(job.name)", message: message, place: job.locations.first,
        count: nil, example: nil),
      isRemark: isRemark)
  }
}
