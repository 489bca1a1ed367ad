import ModularityTestSupport
import Synchronization
import TaskStoreTestSupport
import Testing

@testable import TaskStore

/// The checks of stores of jobs find what is wrong with one.
@Suite struct BrokenJobStoreTests {
  @Test(arguments: Sweep.inputs(BrokenJobStore.Fault.allCases, oneIn: 3))
  func `A store of jobs with a fault does not conform`(fault: BrokenJobStore.Fault) async throws {
    let broken = try await brokenRule(of: JobStoreConformance.checks) { BrokenJobStore($0, fault) }
    #expect(broken != nil)
  }
}

/// A store that breaks one of its rules for jobs.
final class BrokenJobStore: ForwardingStore {
  enum Fault: CaseIterable {
    case ignoresPriorities, ignoresDueTimes, ignoresDelays, knowsNoNextDueTime
    case claimsTheUnknown, claimsFromAllQueues, ignoresWidths, ignoresRoom, claimsAgain
    case ignoresOrderKeys, hasOneOrderForAllKeys, freesOrderKeysOfFailedAttempts
    case itsTokensShrink, itsLeasesNeverEnd, itsLeasesEndAtOnce, pausesNothing, resumesNothing
    case ignoresRates, ignoresBursts, hasARateForEachOwner, limitsQueuesWithoutRate, waitsForNoRate
    case waitsForRatesInVain, forgetsWhatIsGivenBack, ignoresRoomBesideRates
    case ignoresKeys, ignoresKeyLifetimes, keepsKeysForAllNames, givesOtherIdentifiers
    case renewsNothing, renewsWhatHasEnded
    case acceptsAllCompletions, acceptsAllReports, reportsNothing
    case forgetsResults, forgetsDetails, retriesAtOnce, failsWhatIsToBeTriedAgain
    case countsWhatIsSnoozed, snoozesForNoTime
    case keepsWhatIsGivenBack, countsWhatIsGivenBack, endsWhatIsGivenBack
    case cancelsNothing, cancelsAll, tellsNoOwner, tellsAllOwners, cancelledIsFailed
    case runsCancelledJobsOfTheDead
    case retriesNothing, retriesAll, makesNothingDue, makesAllDue, countsRunningJobsAsDelayed
    case countsAll, countsWithoutLimit
    case itsListIsReversed, itsListIsEndless, ignoresFiltersByName, ignoresFiltersByQueue
    case ignoresFiltersByState, ignoresFiltersByIdentifier
    case blocksNothing, forgetsDependencies, storesFlowsStepByStep, ignoresDelaysOfSteps
    case forgetsFlows, ignoresFiltersByFlow, skipsNothing, skipsWithoutReason, skipsForGood
    case letsAllSkippedStepsGoOn, losesEndsOfSteps, cancelsNoBlockedSteps
    case ordersByIdentifier, ignoresExpiries, forgetsAttempts, forgetsTags, ignoresFiltersByTag
    case ignoresFiltersByText, forgetsOldestWaitingJobs
    case ignoresPages, ignoresKeyStates, replacesNothing, replacesAll, deletesNothing
    case deletesWhatIsOpen, deletesStepsOfOpenFlows
    case forgetsSteps, forgetsResultsOfSteps, storesStepsOfLostClaims, losesStepsOfRetriedJobs
    case sleepsOn, wakesNoOne, wakesForAnySignal, receivesLatestFirst, receivesTwice
    case missesSignals, restartsDeadlines, neverTimesOut, acceptsAllSignals, keepsSteps
    case countsNoJobs, prunesTooEarly, prunesTooMuch, prunesNothing, keepsTooFew, ignoresBytes
  }

  let base: SQLiteStore
  private let fault: Fault
  private let earlierClaims = Mutex<[JobClaim]>([])
  private let owners = Mutex<Set<String>>([])
  private let skipped = Mutex<Set<JobID>>([])
  private let hasRetried = Mutex(false)
  private let hasReturned = Mutex(false)
  private let recorded = Mutex<[JobID: [StoredStep]]>([:])
  private let heldSignals = Mutex<[NewSignal]>([])

  init(_ base: SQLiteStore, _ fault: Fault) {
    self.base = base
    self.fault = fault
  }

  func enqueue(_ jobs: [NewJob]) async throws -> [EnqueuedJob] {
    let enqueued = try await base.enqueue(
      jobs.map { job in
        var job = job
        switch fault {
        case .ignoresPriorities: job.priority = 0
        case .ignoresDueTimes: job.dueTime = .now
        case .ignoresOrderKeys: job.orderKey = nil
        case .hasOneOrderForAllKeys: job.orderKey = job.orderKey.map { _ in "" }
        case .ignoresDelays where job.dueTime != .now: job.dueTime = .now + .seconds(100_000)
        case .ignoresKeys: job.key = nil
        case .ignoresKeyLifetimes: job.keyLifetime = nil
        case .keepsKeysForAllNames where job.key != nil: job.name = "job"
        case .ignoresExpiries: job.expiry = nil
        case .forgetsAttempts: job.maximumAttempts = nil
        case .forgetsTags: job.tags = []
        case .ignoresKeyStates: job.keyStates = nil
        case .replacesNothing: job.replacing = []
        case .replacesAll: job.replacing = [.payload, .time, .priority]
        case .prunesTooEarly: job.retention = .zero
        default: break
        }
        return job
      })
    guard fault == .givesOtherIdentifiers else { return enqueued }
    return enqueued.map { $0.isNew ? $0 : EnqueuedJob(id: JobID($0.id.number + 1), isNew: false) }
  }

  func enqueue(_ flow: NewFlow) async throws -> [JobID] {
    var flow = flow
    for index in flow.steps.indices {
      switch fault {
      case .blocksNothing: flow.steps[index].after = []
      case .forgetsDependencies: flow.steps[index].after = Array(flow.steps[index].after.prefix(1))
      case .ignoresDelaysOfSteps: flow.steps[index].job.dueTime = .now
      case .ignoresKeys: flow.steps[index].job.key = nil
      default: break
      }
    }
    guard fault == .storesFlowsStepByStep else { return try await base.enqueue(flow) }
    var ids: [JobID] = []
    for step in flow.steps {
      ids += try await base.enqueue(NewFlow(flow.name, [.init(step.name, step.job)]))
    }
    return ids
  }

  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs {
    var (names, queues, lease) = (names, queues, lease)
    owners.withLock { _ = $0.insert(owner) }
    switch fault {
    case .claimsTheUnknown: names += try await base.jobs(JobFilter()).map(\.name)
    case .claimsFromAllQueues:
      queues = try await base.queues().map { ClaimableQueue(name: $0.name, room: queues[0].room) }
    case .ignoresWidths: for index in queues.indices { queues[index].width = nil }
    case .ignoresRoom: for index in queues.indices { queues[index].room = 100 }
    case .ignoresRates, .ignoresBursts, .hasARateForEachOwner, .limitsQueuesWithoutRate,
      .forgetsWhatIsGivenBack, .ignoresRoomBesideRates:
      queues = queues.map { changed($0, of: owner) }
    case .itsLeasesNeverEnd: lease = .seconds(100_000)
    case .itsLeasesEndAtOnce: lease = .zero
    default: break
    }
    let cancelling = try await base.jobs(JobFilter(states: [.running])).filter(\.isCancelling).map(
      \.id)
    var claimed = try await base.claim(names, in: queues, as: owner, for: lease)
    switch fault {
    case .knowsNoNextDueTime: claimed.nextDue = nil
    case .waitsForNoRate where queues.contains { $0.rate != nil }: claimed.nextDue = nil
    case .waitsForRatesInVain where queues.contains { $0.rate != nil }:
      claimed.nextDue = claimed.nextDue ?? .seconds(1)
    case .claimsAgain:
      claimed.claims += earlierClaims.withLock { earlier in
        defer { earlier = claimed.claims }
        return claimed.claims.isEmpty ? [] : earlier
      }
    case .itsTokensShrink: claimed.claims = claimed.claims.map(negated)
    case .ordersByIdentifier: claimed.claims.sort { $0.id < $1.id }
    case .runsCancelledJobsOfTheDead:
      _ = try await base.retry(JobFilter(ids: cancelling, states: [.cancelled]))
      claimed.claims += try await base.claim(names, in: queues, as: owner, for: lease).claims
    default: break
    }
    return claimed
  }

  /// Returns a queue whose rate is not as it should be.
  private func changed(_ queue: ClaimableQueue, of owner: String) -> ClaimableQueue {
    guard let rate = queue.rate else {
      return fault == .limitsQueuesWithoutRate
        ? changed(queue, JobRate(1, per: .seconds(1))) : queue
    }
    return switch fault {
    case .ignoresRates: changed(queue, nil)
    case .ignoresBursts: changed(queue, JobRate(rate.count, per: rate.period, burst: 1))
    case .hasARateForEachOwner where owner != "first": changed(queue, nil)
    case .forgetsWhatIsGivenBack where hasReturned.withLock(\.self): changed(queue, nil)
    case .ignoresRoomBesideRates:
      ClaimableQueue(name: queue.name, room: 100, rate: queue.rate)
    default: queue
    }
  }

  private func changed(_ queue: ClaimableQueue, _ rate: JobRate?) -> ClaimableQueue {
    ClaimableQueue(name: queue.name, room: queue.room, width: queue.width, rate: rate)
  }

  private func negated(_ claim: JobClaim) -> JobClaim {
    var claim = claim
    claim.token = -claim.token
    return claim
  }

  func renew(_ claims: [JobClaim], for lease: Duration) async throws -> Set<Int64> {
    switch fault {
    case .renewsNothing: Set(claims.map(\.token))
    case .renewsWhatHasEnded: try await base.renew(claims, for: lease).union(claims.map(\.token))
    case .itsTokensShrink: Set(try await base.renew(claims.map(negated), for: lease).map { -$0 })
    default: try await base.renew(claims, for: lease)
    }
  }

  func cancellations(of owner: String) async throws -> Set<Int64> {
    switch fault {
    case .tellsNoOwner: return []
    case .tellsAllOwners:
      var tokens: Set<Int64> = []
      for owner in owners.withLock(\.self) {
        tokens.formUnion(try await base.cancellations(of: owner))
      }
      return tokens
    default: return try await base.cancellations(of: owner)
    }
  }

  func report(_ progress: Double, of claim: JobClaim) async throws -> Bool {
    switch fault {
    case .acceptsAllReports:
      _ = try await base.report(progress, of: claim)
      return true
    case .reportsNothing: return try await base.jobs(.ids(claim.id)).first?.token == claim.token
    case .itsTokensShrink: return try await base.report(progress, of: negated(claim))
    default: return try await base.report(progress, of: claim)
    }
  }

  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64> {
    let all = Set(completions.map(\.claim.token))
    if completions.contains(where: { $0.outcome == .returned }) {
      hasReturned.withLock { $0 = true }
    }
    let sent = completions.map { completion in
      var completion = completion
      if fault == .itsTokensShrink { completion.claim = negated(completion.claim) }
      completion.outcome = changed(completion.outcome)
      return completion
    }
    switch fault {
    case .acceptsAllCompletions: return try await base.complete(sent).union(all)
    case .keepsWhatIsGivenBack:
      return try await base.complete(sent.filter { $0.outcome != .returned }).union(all)
    case .itsTokensShrink: return Set(try await base.complete(sent).map { -$0 })
    case .freesOrderKeysOfFailedAttempts:
      var changed: [JobCompletion] = []
      for completion in sent { changed.append(try await storedAgain(completion)) }
      return try await base.complete(changed)
    case .losesEndsOfSteps where sent.contains { $0.claim.flow != nil && $0.claim.payload != "a" }:
      return all
    default: return try await base.complete(sent)
    }
  }

  /// Ends a job that is to be retried, and stores it once more, behind the others.
  private func storedAgain(_ completion: JobCompletion) async throws -> JobCompletion {
    guard case .retry(let pause, _) = completion.outcome,
      let job = try await base.jobs(.ids(completion.claim.id)).first
    else { return completion }
    _ = try await base.enqueue([
      NewJob(
        name: job.name, queue: job.queue, payload: job.payload, dueTime: .now + pause,
        orderKey: job.orderKey)
    ])
    return JobCompletion(claim: completion.claim, outcome: .cancelled)
  }

  private func changed(_ outcome: JobCompletion.Outcome) -> JobCompletion.Outcome {
    switch (fault, outcome) {
    case (.forgetsResults, .succeeded): .succeeded(result: nil)
    case (.forgetsDetails, .retry(let pause, _)): .retry(after: pause, detail: "")
    case (.forgetsDetails, .failed): .failed(detail: "")
    case (.retriesAtOnce, .retry(_, let detail)): .retry(after: .zero, detail: detail)
    case (.failsWhatIsToBeTriedAgain, .retry(_, let detail)): .failed(detail: detail)
    case (.countsWhatIsSnoozed, .suspended(let time, nil)):
      .retry(after: time.time(at: base.clock.now()) - base.clock.now(), detail: "")
    case (.missesSignals, .suspended(let time, _)): .suspended(until: time)
    case (.snoozesForNoTime, .suspended): .suspended(until: .now)
    case (.countsWhatIsGivenBack, .returned): .retry(after: .zero, detail: "")
    case (.endsWhatIsGivenBack, .returned): .cancelled
    case (.cancelledIsFailed, .cancelled): .failed(detail: "cancelled")
    default: outcome
    }
  }

  private func changed(_ filter: JobFilter) -> JobFilter {
    var filter = filter
    switch fault {
    case .itsListIsEndless: filter.limit = 1_000
    case .ignoresFiltersByName: filter.name = nil
    case .ignoresFiltersByQueue: filter.queue = nil
    case .ignoresFiltersByState: filter.states = nil
    case .ignoresFiltersByIdentifier: filter.ids = nil
    case .ignoresFiltersByFlow: filter.flow = nil
    case .ignoresFiltersByTag: filter.tag = nil
    case .ignoresFiltersByText: filter.text = nil
    case .ignoresPages: filter.before = nil
    default: break
    }
    return filter
  }

  func steps(of job: JobID) async throws -> [StoredStep] {
    switch fault {
    case .forgetsSteps: []
    case .losesStepsOfRetriedJobs where hasRetried.withLock(\.self): []
    case .sleepsOn, .keepsSteps: recorded.withLock { $0[job] ?? [] }
    default: try await base.steps(of: job).map(changed)
    }
  }

  func record(_ step: NewStep, of claim: JobClaim) async throws -> StoredStep? {
    let claim = fault == .itsTokensShrink ? negated(claim) : claim
    if fault == .receivesLatestFirst, case .signal = step.work {
      for signal in heldSignals.withLock({ held in
        defer { held = [] }
        return held.reversed()
      }) {
        _ = try await base.send(signal)
      }
    }
    let isKnown = try await base.steps(of: claim.id).contains { $0.number == step.number }
    guard var stored = try await base.record(step, of: claim).map(changed) else {
      guard fault == .storesStepsOfLostClaims else { return nil }
      return StoredStep(
        number: step.number, name: step.name, kind: .step, endTime: claim.startTime)
    }
    if fault == .receivesTwice, stored.kind == .signal, let payload = stored.result {
      _ = try await base.send(NewSignal(job: claim.id, name: step.name, payload: payload))
    }
    if fault == .restartsDeadlines, isKnown { stored.endTime = stored.endTime + .seconds(1) }
    recorded.withLock { $0[claim.id, default: []].append(stored) }
    return stored
  }

  private func changed(_ step: StoredStep) -> StoredStep {
    var step = step
    switch fault {
    case .forgetsResultsOfSteps: step.result = nil
    case .neverTimesOut where step.kind == .timeout: step.kind = .signal
    default: break
    }
    return step
  }

  func send(_ signal: NewSignal) async throws -> Bool {
    switch fault {
    case .wakesNoOne: return try await base.jobs(.ids(signal.job)).contains { $0.state.isOpen }
    case .wakesForAnySignal:
      let isSent = try await base.send(signal)
      _ = try await base.makeDue(.ids(signal.job))
      return isSent
    case .receivesLatestFirst:
      heldSignals.withLock { $0.append(signal) }
      return true
    case .acceptsAllSignals:
      _ = try await base.send(signal)
      return true
    default: return try await base.send(signal)
    }
  }

  func jobs(_ filter: JobFilter) async throws -> [JobRecord] {
    let jobs = try await base.jobs(changed(filter)).map(changed)
    return fault == .itsListIsReversed ? jobs.reversed() : jobs
  }

  private func changed(_ record: JobRecord) -> JobRecord {
    var record = record
    switch (fault, record.state) {
    case (.forgetsFlows, _): record.step = nil
    case (.skipsNothing, .skipped): record.state = .blocked
    case (.skipsWithoutReason, .skipped): record.detail = nil
    case (.skipsForGood, .skipped): skipped.withLock { _ = $0.insert(record.id) }
    case (.skipsForGood, .blocked) where skipped.withLock { $0.contains(record.id) }:
      record.state = .skipped
    case (.letsAllSkippedStepsGoOn, .skipped) where hasRetried.withLock(\.self):
      record.state = .blocked
    default: break
    }
    return record
  }

  func count(_ filter: JobFilter) async throws -> Int {
    switch fault {
    case .countsAll: try await base.count(JobFilter(limit: filter.limit))
    case .countsWithoutLimit:
      try await base.jobs(JobFilter(name: filter.name, queue: filter.queue, limit: .max)).count
    default: try await base.count(changed(filter))
    }
  }

  func makeDue(_ filter: JobFilter) async throws -> Int {
    switch fault {
    case .makesNothingDue: try await base.jobs(filter).count { $0.state == .delayed }
    case .makesAllDue: try await base.makeDue(JobFilter())
    case .countsRunningJobsAsDelayed:
      try await base.makeDue(filter) + base.jobs(filter).count { $0.state == .running }
    default: try await base.makeDue(changed(filter))
    }
  }

  func cancel(_ filter: JobFilter) async throws -> Int {
    switch fault {
    case .cancelsNothing: try await base.jobs(filter).count { $0.state.isOpen }
    case .cancelsAll: try await base.cancel(JobFilter())
    case .cancelsNoBlockedSteps:
      try await base.cancel(
        JobFilter(ids: base.jobs(filter).filter { $0.state != .blocked }.map(\.id)))
    default: try await base.cancel(changed(filter))
    }
  }

  func delete(_ filter: JobFilter) async throws -> Int {
    switch fault {
    case .deletesNothing: return try await base.jobs(filter).count { !$0.state.isOpen }
    case .deletesWhatIsOpen: _ = try await base.cancel(filter)
    case .deletesStepsOfOpenFlows:
      for job in try await base.jobs(filter) where !job.state.isOpen {
        if let flow = job.step?.flow { _ = try await base.cancel(.flow(flow)) }
      }
    default: break
    }
    return try await base.delete(changed(filter))
  }

  func retry(_ filter: JobFilter) async throws -> Int {
    hasRetried.withLock { $0 = true }
    return switch fault {
    case .retriesNothing:
      try await base.jobs(filter).count { !$0.state.isOpen && $0.state != .succeeded }
    case .retriesAll: try await base.retry(JobFilter())
    default: try await base.retry(changed(filter))
    }
  }

  func setPaused(_ isPaused: Bool, queue: String) async throws {
    switch (fault, isPaused) {
    case (.pausesNothing, true), (.resumesNothing, false): break
    default: try await base.setPaused(isPaused, queue: queue)
    }
  }

  func queues() async throws -> [JobQueueRecord] {
    try await base.queues().map { queue in
      var queue = queue
      if fault == .countsNoJobs { queue.counts = [:] }
      if fault == .forgetsOldestWaitingJobs { queue.oldestDueTime = nil }
      return queue
    }
  }

  func pruneJobs(limit: Int) async throws -> Int {
    switch fault {
    case .prunesNothing: 0
    case .prunesTooMuch: try await base.pruneJobs(limit: 1_000)
    default: try await base.pruneJobs(limit: limit)
    }
  }

  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int {
    switch fault {
    case .prunesNothing: 0
    case .prunesTooMuch: try await base.pruneJobs(beyond: count, bytes: bytes, limit: 1_000)
    case .keepsTooFew: try await base.pruneJobs(beyond: count - 1, bytes: bytes, limit: limit)
    case .ignoresBytes: try await base.pruneJobs(beyond: count, bytes: .max, limit: limit)
    default: try await base.pruneJobs(beyond: count, bytes: bytes, limit: limit)
    }
  }
}
