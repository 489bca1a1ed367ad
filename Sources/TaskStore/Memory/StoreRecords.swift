import TaskKit

/// The records of a store as a value, with the rules for their changes.
///
/// It has no clock and no lock, so that tests can explore every order of changes.
package struct StoreRecords: Sendable, Hashable {
  /// The identity of a fire, which makes it unique.
  package struct Key: Sendable, Hashable, Comparable {
    package let task: String
    package let fireTime: TaskTime

    package static func < (left: Key, right: Key) -> Bool {
      (left.task, left.fireTime) < (right.task, right.fireTime)
    }
  }

  /// A fire with its lease.
  private struct Row: Sendable, Hashable {
    var record: LedgerRecord
    var leaseEnd: Int64 = 0

    /// A Boolean value that indicates whether an owner holds the fire.
    func isHeld(at now: Int64) -> Bool { record.state == .running && now < leaseEnd }

    /// Returns whether a claim is the latest and its lease has not ended.
    func isHeld(by claim: TaskClaim, at now: Int64) -> Bool {
      isHeld(at: now) && record.token == claim.token && record.owner == claim.owner
    }
  }

  private var schedules: [String: StoredSchedule] = [:]
  private var rows: [Key: Row] = [:]
  private var lastToken: Int64 = 0

  package init() {}

  package func schedule(of task: String) -> StoredSchedule? {
    var schedule = schedules[task]
    let records = rows.values.lazy.map(\.record).filter { $0.task == task }
    schedule?.unfinished = records.count { $0.state.isUnfinished }
    schedule?.latestEnd = records.max { $0.fireTime < $1.fireTime }?.endTime
    return schedule
  }

  package mutating func commit(_ change: ScheduleChange, at now: TaskTime) -> Bool {
    let old = schedules[change.task]
    guard old?.version == change.expected else { return false }
    schedules[change.task] = StoredSchedule(
      definition: change.definition, version: (old?.version ?? 0) + 1, progress: change.progress,
      isPaused: old?.isPaused ?? false)
    for decided in change.decided {
      let key = Key(task: change.task, fireTime: decided.fireTime)
      guard rows[key] == nil else { continue }
      rows[key] = Row(
        record: LedgerRecord(
          task: change.task, fireTime: decided.fireTime,
          state: decided.number == nil ? .missed : .due, number: decided.number ?? 0,
          missed: decided.missed, endTime: decided.number == nil ? now : nil))
    }
    return true
  }

  package mutating func setPaused(_ isPaused: Bool, _ task: String) -> Bool {
    schedules[task]?.isPaused = isPaused
    return schedules[task] != nil
  }

  package mutating func claim(
    _ tasks: [ClaimableTask], as owner: String, until leaseEnd: Int64, atMost limit: Int,
    at monotonic: Int64, _ now: TaskTime
  ) -> [TaskClaim] {
    var claims: [TaskClaim] = []
    for task in tasks {
      let open = rows.filter { $0.key.task == task.name && $0.value.record.state.isUnfinished }
      let free = task.width - open.values.count { $0.isHeld(at: monotonic) }
      let claimable = open.filter { !$0.value.isHeld(at: monotonic) }.keys.sorted()
      for key in claimable.prefix(max(0, min(free, limit - claims.count))) {
        guard var row = rows[key] else { continue }
        lastToken += 1
        row.record.state = .running
        row.record.owner = owner
        row.record.token = lastToken
        row.record.claims += 1
        row.record.startTime = now
        row.leaseEnd = leaseEnd
        rows[key] = row
        claims.append(TaskClaim(row.record, owner: owner, token: lastToken, startTime: now))
      }
    }
    return claims
  }

  package mutating func renew(
    _ claim: TaskClaim, until leaseEnd: Int64, at monotonic: Int64
  ) -> Bool {
    let key = Key(task: claim.task, fireTime: claim.fireTime)
    guard rows[key]?.isHeld(by: claim, at: monotonic) == true else { return false }
    rows[key]?.leaseEnd = leaseEnd
    return true
  }

  package mutating func complete(
    _ completion: TaskCompletion, at monotonic: Int64, _ now: TaskTime
  ) -> Bool {
    let key = Key(task: completion.claim.task, fireTime: completion.claim.fireTime)
    guard rows[key]?.isHeld(by: completion.claim, at: monotonic) == true else { return false }
    rows[key]?.record.state = completion.state
    rows[key]?.record.detail = completion.detail
    rows[key]?.record.endTime = completion.state == .due ? nil : now
    if completion.state == .due { rows[key]?.record.claims -= 1 }
    return true
  }

  package func ledger(of task: String?, limit: Int) -> [LedgerRecord] {
    rows.filter { task == nil || $0.key.task == task }
      .sorted { ($1.key.fireTime, $0.key.task) < ($0.key.fireTime, $1.key.task) }
      .prefix(max(0, limit)).map(\.value.record)
  }

  package mutating func prune(endedBefore end: TaskTime, limit: Int) -> Int {
    let old = rows.filter { ($0.value.record.endTime ?? end) < end }
      .sorted {
        ($0.value.record.endTime ?? end, $0.key) < ($1.value.record.endTime ?? end, $1.key)
      }
      .prefix(max(0, limit))
    for (key, _) in old { rows[key] = nil }
    return old.count
  }
}

extension TaskClaim {
  /// Creates the claim of a record that was just claimed.
  init(_ record: LedgerRecord, owner: String, token: Int64, startTime: TaskTime) {
    self.init(
      task: record.task, fireTime: record.fireTime, number: record.number,
      coalesced: record.missed?.reason == .coalesced || record.missed?.reason == .postponed
        ? record.missed?.count ?? 0 : 0,
      owner: owner, token: token, count: record.claims, startTime: startTime)
  }
}
