import ModularityTestSupport
import TaskStoreTestSupport
import Testing

@testable import TaskStore

/// The checks of stores find what is wrong with one.
@Suite struct BrokenStoreTests {
  @Test(arguments: BrokenStore.Fault.allCases)
  func `A store with a fault does not conform`(fault: BrokenStore.Fault) async throws {
    let broken = try await brokenRule(of: TaskStoreConformance.checks) { BrokenStore($0, fault) }
    #expect(broken != nil)
  }
}

/// A store that breaks one of its rules.
final class BrokenStore: ForwardingStore {
  enum Fault: CaseIterable {
    case ignoresVersions, keepsFewerDigits, forgetsMisses, countsNothing, hasNoLatestEnd
    case itsTimeStands, pausesNothing, pausesTheUnknown, takesPausesForChanges
    case ignoresWidths, runsAgain, forgetsDetails, skippedIsCancelled
    case itsLedgerIsReversed, itsLedgerHasAllTasks, itsLedgerIsEndless
    case listsFires, listsQueuesOfFires, cancelsFires, prunesTooEarly, prunesTooMuch
    case prunesSurplusFires
  }

  let base: SQLiteStore
  private let fault: Fault
  private let firstTime: TaskTime

  init(_ base: SQLiteStore, _ fault: Fault) {
    self.base = base
    self.fault = fault
    firstTime = base.clock.now()
  }

  func schedules(of tasks: [String]) async throws -> StoredSchedules {
    var stored = try await base.schedules(of: tasks)
    if fault == .itsTimeStands { stored.now = firstTime }
    for task in stored.schedules.keys {
      if fault == .countsNothing { stored.schedules[task]?.unfinished = 0 }
      if fault == .hasNoLatestEnd { stored.schedules[task]?.latestEnd = nil }
    }
    return stored
  }

  func commit(_ changes: [ScheduleChange]) async throws -> Set<String> {
    var changed: [ScheduleChange] = []
    for var change in changes {
      if fault == .ignoresVersions {
        change.expected = try await base.schedules(of: [change.task]).schedules[change.task]?
          .version
      }
      if fault == .keepsFewerDigits {
        change.progress.next = change.progress.next.map {
          TaskTime(nanoseconds: $0.nanoseconds / 1_000 * 1_000)
        }
      }
      if fault == .forgetsMisses {
        for index in change.decided.indices { change.decided[index].missed = nil }
      }
      if fault == .runsAgain {
        _ = try await base.delete(JobFilter(queue: change.queue))
      }
      if fault == .prunesTooEarly { change.retention = .zero }
      changed.append(change)
    }
    return try await base.commit(changed)
  }

  func setPaused(_ isPaused: Bool, _ task: String) async throws -> Bool {
    guard fault != .pausesNothing else {
      return try await base.schedules(of: [task]).schedules[task] != nil
    }
    let isKnown = try await base.setPaused(isPaused, task)
    if fault == .takesPausesForChanges,
      let old = try await base.schedules(of: [task]).schedules[task]
    {
      _ = try await base.commit([
        ScheduleChange(
          task: task, definition: old.definition, expected: old.version, progress: old.progress)
      ])
    }
    return isKnown || fault == .pausesTheUnknown
  }

  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) async throws -> ClaimedJobs {
    var queues = queues
    if fault == .ignoresWidths { for index in queues.indices { queues[index].width = nil } }
    return try await base.claim(names, in: queues, as: owner, for: lease)
  }

  func complete(_ completions: [JobCompletion]) async throws -> Set<Int64> {
    try await base.complete(
      completions.map { completion in
        var completion = completion
        switch (fault, completion.outcome) {
        case (.forgetsDetails, .failed): completion.outcome = .failed(detail: "")
        case (.skippedIsCancelled, .skipped): completion.outcome = .cancelled
        default: break
        }
        return completion
      })
  }

  func jobs(_ filter: JobFilter) async throws -> [JobRecord] {
    var filter = filter
    let isOfFires = filter.queue != nil
    switch fault {
    case .itsLedgerHasAllTasks where isOfFires: filter.queue = "schedule:"
    case .itsLedgerIsEndless: filter.limit = 1_000
    case .listsFires where !isOfFires:
      return try await base.jobs(filter) + base.jobs(JobFilter(queue: "schedule:"))
    default: break
    }
    let jobs = try await base.jobs(filter)
    return fault == .itsLedgerIsReversed && isOfFires ? jobs.reversed() : jobs
  }

  func cancel(_ filter: JobFilter) async throws -> Int {
    if fault == .cancelsFires { _ = try await base.cancel(JobFilter(queue: "schedule:")) }
    return try await base.cancel(filter)
  }

  func queues() async throws -> [JobQueueRecord] {
    guard fault == .listsQueuesOfFires else { return try await base.queues() }
    let fires = try await base.jobs(JobFilter(queue: "schedule:")).map(\.queue)
    return try await base.queues() + Set(fires).map { JobQueueRecord(name: $0) }
  }

  func pruneJobs(limit: Int) async throws -> Int {
    try await base.pruneJobs(limit: fault == .prunesTooMuch ? 1_000 : limit)
  }

  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) async throws -> Int {
    let removed = try await base.pruneJobs(beyond: count, bytes: bytes, limit: limit)
    guard fault == .prunesSurplusFires else { return removed }
    return try await removed + base.delete(JobFilter(queue: "schedule:"))
  }
}
