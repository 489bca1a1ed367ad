import TaskStore

extension JobStoreConformance {
  static let endChecks: [Check] = [
    Check(rule: "A job that succeeds has its result, and is not claimed again") { bench in
      let job = try await bench.add("1")
      let claim = try await bench.claimOne()
      try bench.expect("the report", try await bench.store.report(0.25, of: claim), true)
      try bench.expect("the progress", try await bench.record(job.id)?.progress, 0.25)
      let isRecorded = try await bench.complete(claim, .succeeded(result: "[\"ä\"]"))
      try bench.expect("the completion", isRecorded, true)
      let record = try await bench.record(job.id)
      try bench.expect("the state", record?.state, .succeeded)
      try bench.expect("the result", record?.result, "[\"ä\"]")
      try bench.expect("the owner", record?.owner, "first")
      try bench.expect("whether it has an end", record?.endTime != nil, true)
      try await bench.advance(StoreBench.lease * 2)
      try bench.expect("the claims", try await bench.claim(), [])
    },
    Check(rule: "A job that is to be tried again is delayed, and then claimed anew") { bench in
      let job = try await bench.add("1")
      let first = try await bench.claimOne()
      let pause = Duration.milliseconds(300)
      let isRecorded = try await bench.complete(first, .retry(after: pause, detail: "no paper"))
      try bench.expect("the completion", isRecorded, true)
      let record = try await bench.record(job.id)
      try bench.expect("the state", record?.state, .delayed)
      try bench.expect("the detail", record?.detail, "no paper")
      try bench.expect("the claims", try await bench.claim(), [])
      try await bench.advance(pause)
      let second = try await bench.claimOne(from: bench.other)
      try bench.expect("the attempt", second.attempt, 2)
      try bench.expect(
        "the second end", try await bench.complete(second, .failed(detail: "no")), true)
      try bench.expect("the state", try await bench.record(job.id)?.state, .failed)
      try bench.expect("the last detail", try await bench.record(job.id)?.detail, "no")
    },
    Check(rule: "A job that is given back is claimed at once, and the attempt does not count") {
      bench in
      _ = try await bench.add("1")
      let first = try await bench.claimOne()
      try bench.expect("the return", try await bench.complete(first, .returned), true)
      let second = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("the attempt", second.attempt, 1)
      try bench.expect("an old completion", try await bench.complete(first), false)
    },
    Check(rule: "A job that is snoozed is delayed, and the attempt does not count") { bench in
      let job = try await bench.add("1")
      let pause = Duration.milliseconds(300)
      let first = try await bench.claimOne()
      try bench.expect(
        "the end", try await bench.complete(first, .suspended(until: .now + pause)), true)
      try bench.expect("the state", try await bench.record(job.id)?.state, .delayed)
      try bench.expect("the attempt", try await bench.record(job.id)?.attempt, 0)
      try bench.expect("the claims", try await bench.claim(), [])
      try await bench.advance(pause)
      let second = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("the attempt then", second.attempt, 1)
      _ = try await bench.store.cancel(.ids(job.id))
      try bench.expect(
        "the second end", try await bench.complete(second, .suspended(until: .now)), true)
      try bench.expect("the last state", try await bench.record(job.id)?.state, .cancelled)
    },
    Check(rule: "A job that waits is cancelled at once, and one that runs when its owner knows") {
      bench in
      let running = try await bench.add("1")
      let claim = try await bench.claimOne()
      let waiting = try await bench.add("2")
      let delayed = try await bench.add("3", dueTime: .now + .seconds(900))
      let count = try await bench.other.cancel(.ids(running.id, waiting.id, delayed.id))
      try bench.expect("the number", count, 3)
      try bench.expect("one that waits", try await bench.record(waiting.id)?.state, .cancelled)
      try bench.expect("one that is not due", try await bench.record(delayed.id)?.state, .cancelled)
      try bench.expect("one that runs", try await bench.record(running.id)?.state, .running)
      try bench.expect("its mark", try await bench.record(running.id)?.isCancelling, true)
      let tokens = try await bench.store.cancellations(of: "first")
      try bench.expect("what its owner is told", tokens, [claim.token])
      try bench.expect(
        "what others are told", try await bench.store.cancellations(of: "second"), [])
      try bench.expect("the end", try await bench.complete(claim, .cancelled), true)
      try bench.expect("the state", try await bench.record(running.id)?.state, .cancelled)
      try bench.expect("what is left to cancel", try await bench.other.cancel(JobFilter()), 0)
    },
    Check(rule: "A job that is being cancelled is not tried again") { bench in
      let job = try await bench.add("1")
      let claim = try await bench.claimOne()
      _ = try await bench.store.cancel(.ids(job.id))
      _ = try await bench.complete(claim, .retry(after: .zero, detail: "no"))
      try bench.expect("the state", try await bench.record(job.id)?.state, .cancelled)
      try bench.expect(
        "whether it has an end", try await bench.record(job.id)?.endTime != nil, true)
      try bench.expect("the claims", try await bench.claim(), [])
    },
    Check(rule: "A job that is being cancelled ends as cancelled when its process has died") {
      bench in
      let job = try await bench.add("1", key: "a")
      let claim = try await bench.claimOne()
      _ = try await bench.store.cancel(.ids(job.id))
      try await bench.advance(StoreBench.lease)
      try bench.expect(
        "the claims", try await bench.claim(as: "second", from: bench.other), [])
      let record = try await bench.record(job.id)
      try bench.expect("the state", record?.state, .cancelled)
      try bench.expect("the attempts", record?.attempt, 1)
      try bench.expect("whether it has an end", record?.endTime != nil, true)
      try bench.expect("the old completion", try await bench.complete(claim), false)
      try bench.expect("whether its key is free", try await bench.add("2", key: "a").isNew, true)
    },
    Check(rule: "What failed or was cancelled runs again with all its attempts, and no other") {
      bench in
      let failed = try await bench.add("1")
      _ = try await bench.complete(try await bench.claimOne(), .failed(detail: "no"))
      let cancelled = try await bench.add("2")
      _ = try await bench.store.cancel(.ids(cancelled.id))
      let done = try await bench.add("3")
      _ = try await bench.complete(try await bench.claimOne())
      let other = try await bench.add("4")
      _ = try await bench.complete(try await bench.claimOne(), .failed(detail: "no"))
      let count = try await bench.other.retry(.ids(failed.id, cancelled.id, done.id))
      try bench.expect("the number", count, 2)
      let claims = try await bench.claim()
      try bench.expect("the claims", claims.map(\.payload), ["1", "2"])
      try bench.expect("the attempts", claims.map(\.attempt), [1, 1])
      try bench.expect("whether it has no end", try await bench.record(failed.id)?.endTime, nil)
      try bench.expect("one not meant", try await bench.record(other.id)?.state, .failed)
    },
  ]
}
