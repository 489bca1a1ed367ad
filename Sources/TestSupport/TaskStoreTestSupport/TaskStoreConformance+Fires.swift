import TaskKit
import TaskStore

extension TaskStoreConformance {
  static let fireChecks: [Check] = [
    Check(rule: "Fires of a task are claimed from the oldest on, up to its width") { bench in
      try await bench.add("task", at: [3, 1, 2, 4])
      let first = try await bench.claimFires("task", width: 2)
      try bench.expect("the first", first.map(\.dueTime), [bench.time(1), bench.time(2)])
      try bench.expect(
        "the second", try await bench.claimFires("task", width: 2, from: bench.other), [])
      try bench.expect("the completion", try await bench.complete(first[0]), true)
      let third = try await bench.claimFires("task", width: 2, from: bench.other)
      try bench.expect("the third", third.map(\.dueTime), [bench.time(3)])
    },
    Check(rule: "The ledger says what became of a run, where, when and why") { bench in
      try await bench.add("task", at: [1])
      let before = try await bench.store.schedules(of: []).now
      let claim = try await bench.claimFire("task", as: "host")
      try await bench.advance(.milliseconds(300))
      _ = try await bench.complete(claim, .failed(detail: "no paper"))
      let record = try await bench.other.ledger(of: "task", limit: 10).first
      try bench.expect("the state", record?.state, .failed)
      try bench.expect("the owner", record?.owner, "host")
      try bench.expect("the token", record?.token, claim.token)
      try bench.expect("the detail", record?.detail, "no paper")
      try bench.expect("the count of claims", record?.claims, 1)
      try bench.expect("the number of the run", record?.number, 1)
      guard let begun = record?.startTime, let ended = record?.endTime else {
        throw Failure(description: "\(bench.rule): a time is missing")
      }
      try bench.expect("whether it began after its claim", begun >= before, true)
      try bench.expect("whether it took so long", ended - begun >= .milliseconds(300), true)
    },
    Check(rule: "A run that was skipped is in the ledger with the reason") { bench in
      try await bench.add("task", at: [1])
      let claim = try await bench.claimFire("task")
      try bench.expect(
        "the completion", try await bench.complete(claim, .skipped(detail: "no power")), true)
      let record = try await bench.other.ledger(of: "task", limit: 10).first
      try bench.expect("the state", record?.state, .skipped)
      try bench.expect("the detail", record?.detail, "no power")
      try bench.expect("the number of open fires", try await bench.unfinished("task"), 0)
    },
    Check(rule: "The ledger accounts for missed fires, and they are not claimed") { bench in
      let missed = MissedFires(count: 5, since: bench.time(1), reason: .coalesced)
      let committed = try await bench.store.commit([
        ScheduleChange(
          task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
          decided: [
            DecidedTime(fireTime: bench.time(6), number: 1, missed: missed),
            DecidedTime(
              fireTime: bench.time(7), number: nil,
              missed: MissedFires(count: 1, since: bench.time(7), reason: .overlap)),
          ])
      ])
      try bench.expect("what is committed", committed, ["task"])
      try bench.expect("the number of open fires", try await bench.unfinished("task"), 1)
      let claims = try await bench.claimFires("task", width: 10)
      try bench.expect("the claims", claims.map(\.dueTime), [bench.time(6)])
      let ledger = try await bench.other.ledger(of: nil, limit: 10)
      try bench.expect("the states", ledger.map(\.state), [.missed, .running])
      try bench.expect("the missed ones", ledger.last?.missed, missed)
      try bench.expect("the reason", ledger.first?.missed?.reason, .overlap)
    },
    Check(rule: "The ledger has the latest fire times first") { bench in
      try await bench.add("a", at: [1, 3])
      try await bench.add("b", at: [2, 4])
      let all = try await bench.store.ledger(of: nil, limit: 3)
      try bench.expect("the fire times", all.map(\.fireTime), [4, 3, 2].map(bench.time))
      let ofTask = try await bench.other.ledger(of: "a", limit: 10)
      try bench.expect("those of a task", ofTask.map(\.fireTime), [3, 1].map(bench.time))
      let latest = try await bench.other.ledger(of: "a", limit: 1)
      try bench.expect("the latest of a task", latest.map(\.fireTime), [bench.time(3)])
    },
    Check(rule: "Fires are among the jobs only if a filter names their queue") { bench in
      try await bench.add("task", at: [1])
      let id = try await bench.add("1").id
      try bench.expect("the jobs", try await bench.other.jobs(JobFilter()).map(\.id), [id])
      try bench.expect("their number", try await bench.other.count(JobFilter()), 1)
      try bench.expect("the queues", try await bench.other.queues().map(\.name), ["default"])
      try bench.expect("the cancelled ones", try await bench.other.cancel(JobFilter()), 1)
      try bench.expect("the deleted ones", try await bench.other.delete(JobFilter()), 1)
      let fires = JobFilter(queue: ScheduleChange.queue(of: "task"))
      try bench.expect("the fires", try await bench.other.count(fires), 1)
      try bench.expect("the cancelled fires", try await bench.other.cancel(fires), 1)
      let ledger = try await bench.store.ledger(of: "task", limit: 10)
      try bench.expect("the states", ledger.map(\.state), [.cancelled])
    },
    Check(rule: "Fires are kept for their retention, whatever the number of kept jobs") { bench in
      let fires: [Int64] = [1, 2, 3]
      _ = try await bench.store.commit([
        ScheduleChange(
          task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
          decided: fires.map { DecidedTime(fireTime: bench.time($0), number: Int($0)) },
          retention: .seconds(1))
      ])
      for _ in 1...2 { _ = try await bench.complete(bench.claimFire("task")) }
      let jobs = try await bench.other.pruneJobs(beyond: 0, bytes: 0, limit: 10)
      try bench.expect("the number of removed jobs", jobs, 0)
      try await bench.advance(.milliseconds(300))
      try bench.expect("the number before that", try await bench.other.pruneJobs(limit: 10), 0)
      try await bench.advance(.milliseconds(1_200))
      try bench.expect("the first", try await bench.store.pruneJobs(limit: 1), 1)
      try bench.expect("the second", try await bench.other.pruneJobs(limit: 9), 1)
      try bench.expect("the third", try await bench.store.pruneJobs(limit: 9), 0)
      let left = try await bench.store.ledger(of: nil, limit: 10)
      try bench.expect("what is left", left.map(\.fireTime), [bench.time(3)])
    },
  ]
}
