import ModularityTestSupport
import Synchronization
import TaskStore
import TaskStoreTestSupport
import Testing

/// The checks of stores find what is wrong with one.
@Suite struct BrokenStoreTests {
  @Test(arguments: BrokenStore.Fault.allCases)
  func `A store with a fault does not conform`(fault: BrokenStore.Fault) async throws {
    let broken = try await brokenRules(of: TaskStoreConformance.checks) { BrokenStore($0, fault) }
    #expect(!broken.isEmpty)
  }
}

/// A store that breaks one of its rules.
final class BrokenStore: ForwardingStore {
  enum Fault: CaseIterable {
    case ignoresVersions, keepsFewerDigits, forgetsMisses, countsNothing, hasNoLatestEnd
    case itsTimeStands, pausesNothing, pausesTheUnknown, takesPausesForChanges
    case claimsTheUnknown, ignoresWidths, ignoresLimits, claimsAgain, itsTokensShrink
    case itsLeasesNeverEnd, itsLeasesEndAtOnce
    case renewsNothing, renewsWhatHasEnded
    case acceptsAllCompletions, acceptsAllOwners, acceptsOldTokens, forgetsDetails
    case keepsWhatIsGivenBack
    case itsLedgerIsReversed, itsLedgerHasAllTasks, itsLedgerIsEndless
    case prunesTooEarly, prunesTooMuch
  }

  let base: MemoryStore
  private let fault: Fault
  private let firstTime: TaskTime
  private let earlierClaims = Mutex<[TaskClaim]>([])

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
    _ tasks: [ClaimableTask], as owner: String, for lease: Duration, atMost limit: Int
  ) -> [TaskClaim] {
    var (tasks, lease, limit) = (tasks, lease, limit)
    switch fault {
    case .claimsTheUnknown:
      let known = Set(base.ledger(of: nil, limit: 100).map(\.task))
      tasks = known.sorted().map { ClaimableTask(name: $0, width: tasks.first?.width ?? 1) }
    case .ignoresWidths: tasks = tasks.map { ClaimableTask(name: $0.name, width: 100) }
    case .ignoresLimits: limit = 100
    case .itsLeasesNeverEnd: lease = .seconds(100_000)
    case .itsLeasesEndAtOnce: lease = .zero
    default: break
    }
    let claims = base.claim(tasks, as: owner, for: lease, atMost: limit)
    if fault == .claimsAgain {
      return earlierClaims.withLock { earlier in
        defer { earlier = claims }
        return claims.isEmpty ? [] : claims + earlier
      }
    }
    return fault == .itsTokensShrink ? claims.map(negated) : claims
  }

  private func negated(_ claim: TaskClaim) -> TaskClaim {
    var claim = claim
    claim.token = -claim.token
    return claim
  }

  func renew(_ claims: [TaskClaim], for lease: Duration) -> Set<Int64> {
    switch fault {
    case .renewsNothing: return Set(claims.map(\.token))
    case .renewsWhatHasEnded:
      return base.renew(claims, for: lease).union(claims.map(\.token))
    case .itsTokensShrink: return Set(base.renew(claims.map(negated), for: lease).map { -$0 })
    default: return base.renew(claims, for: lease)
    }
  }

  func complete(_ completions: [TaskCompletion]) -> Set<Int64> {
    let all = Set(completions.map(\.claim.token))
    switch fault {
    case .acceptsAllCompletions: return base.complete(completions).union(all)
    case .keepsWhatIsGivenBack:
      return base.complete(completions.filter { $0.state != .due }).union(all)
    default: break
    }
    let changed = completions.map { completion in
      var completion = completion
      let record = base.ledger(of: completion.claim.task, limit: 100).first {
        $0.fireTime == completion.claim.fireTime
      }
      switch fault {
      case .acceptsAllOwners: completion.claim.owner = record?.owner ?? ""
      case .acceptsOldTokens: completion.claim.token = record?.token ?? 0
      case .forgetsDetails: completion.detail = nil
      case .itsTokensShrink: completion.claim = negated(completion.claim)
      default: break
      }
      return completion
    }
    let accepted = base.complete(changed)
    return Set(
      zip(completions, changed).filter { accepted.contains($1.claim.token) }.map(\.0.claim.token))
  }

  func ledger(of task: String?, limit: Int) -> [LedgerRecord] {
    switch fault {
    case .itsLedgerIsReversed: base.ledger(of: task, limit: limit).reversed()
    case .itsLedgerHasAllTasks: base.ledger(of: nil, limit: limit)
    case .itsLedgerIsEndless: base.ledger(of: task, limit: 1_000)
    default: base.ledger(of: task, limit: limit)
    }
  }

  func prune(olderThan age: Duration, limit: Int) -> Int {
    switch fault {
    case .prunesTooEarly: base.prune(olderThan: .zero, limit: limit)
    case .prunesTooMuch: base.prune(olderThan: age, limit: 1_000)
    default: base.prune(olderThan: age, limit: limit)
    }
  }
}
