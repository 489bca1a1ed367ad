import ModularityTestSupport
import TaskStore
import TaskStoreTestSupport
import Testing

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

  let base: MemoryStore
  private let fault: Fault
  private let firstTime: TaskTime

  init(_ base: MemoryStore, _ fault: Fault) {
    self.base = base
    self.fault = fault
    firstTime = base.schedules(of: []).now
  }

  func schedules(of tasks: [String]) -> StoredSchedules {
    var stored = base.schedules(of: tasks)
    if fault == .itsTimeStands { stored.now = firstTime }
    for task in stored.schedules.keys {
      if fault == .countsNothing { stored.schedules[task]?.unfinished = 0 }
      if fault == .hasNoLatestEnd { stored.schedules[task]?.latestEnd = nil }
    }
    return stored
  }

  func commit(_ changes: [ScheduleChange]) -> Set<String> {
    base.commit(
      changes.map { change in
        var change = change
        if fault == .ignoresVersions {
          change.expected = base.schedules(of: [change.task]).schedules[change.task]?.version
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
          _ = base.delete(JobFilter(queue: change.queue))
        }
        if fault == .prunesTooEarly { change.retention = .zero }
        return change
      })
  }

  func setPaused(_ isPaused: Bool, _ task: String) -> Bool {
    guard fault != .pausesNothing else {
      return base.schedules(of: [task]).schedules[task] != nil
    }
    let isKnown = base.setPaused(isPaused, task)
    if fault == .takesPausesForChanges, let old = base.schedules(of: [task]).schedules[task] {
      _ = base.commit([
        ScheduleChange(
          task: task, definition: old.definition, expected: old.version, progress: old.progress)
      ])
    }
    return isKnown || fault == .pausesTheUnknown
  }

  func claim(
    _ names: [String], in queues: [ClaimableQueue], as owner: String, for lease: Duration
  ) -> ClaimedJobs {
    var queues = queues
    if fault == .ignoresWidths { for index in queues.indices { queues[index].width = nil } }
    return base.claim(names, in: queues, as: owner, for: lease)
  }

  func complete(_ completions: [JobCompletion]) -> Set<Int64> {
    base.complete(
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

  func jobs(_ filter: JobFilter) -> [JobRecord] {
    var filter = filter
    let isOfFires = filter.queue != nil
    switch fault {
    case .itsLedgerHasAllTasks where isOfFires: filter.queue = "schedule:"
    case .itsLedgerIsEndless: filter.limit = 1_000
    case .listsFires where !isOfFires:
      return base.jobs(filter) + base.jobs(JobFilter(queue: "schedule:"))
    default: break
    }
    let jobs = base.jobs(filter)
    return fault == .itsLedgerIsReversed && isOfFires ? jobs.reversed() : jobs
  }

  func cancel(_ filter: JobFilter) -> Int {
    if fault == .cancelsFires { _ = base.cancel(JobFilter(queue: "schedule:")) }
    return base.cancel(filter)
  }

  func queues() -> [JobQueueRecord] {
    guard fault == .listsQueuesOfFires else { return base.queues() }
    let fires = base.jobs(JobFilter(queue: "schedule:")).map(\.queue)
    return base.queues() + Set(fires).map { JobQueueRecord(name: $0) }
  }

  func pruneJobs(limit: Int) -> Int {
    base.pruneJobs(limit: fault == .prunesTooMuch ? 1_000 : limit)
  }

  func pruneJobs(beyond count: Int, bytes: Int, limit: Int) -> Int {
    let removed = base.pruneJobs(beyond: count, bytes: bytes, limit: limit)
    guard fault == .prunesSurplusFires else { return removed }
    return removed + base.delete(JobFilter(queue: "schedule:"))
  }
}
