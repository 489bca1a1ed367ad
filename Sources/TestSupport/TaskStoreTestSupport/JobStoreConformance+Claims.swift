import TaskStore

extension JobStoreConformance {
  static let claimChecks: [Check] = [
    Check(rule: "Of a queue, the greatest priority is claimed first, then what came first") {
      bench in
      for (payload, priority) in [("1", 0), ("2", 5), ("3", -1), ("4", 5)] {
        _ = try await bench.add(payload, priority: priority)
      }
      let first = try await bench.claim(room: 3)
      try bench.expect("the claims", first.map(\.payload), ["2", "4", "1"])
      let rest = try await bench.claim(from: bench.other)
      try bench.expect("the rest", rest.map(\.payload), ["3"])
      try bench.expect("the attempt", rest.map(\.attempt), [1])
    },
    Check(rule: "Of one priority, the job that was due first is claimed first") { bench in
      for (payload, delay, priority) in [
        ("1", 300, 0), ("2", 200, 0), ("3", 200, 0), ("4", 400, 1),
      ] {
        _ = try await bench.add(payload, dueTime: .now + .milliseconds(delay), priority: priority)
      }
      try await bench.advance(.milliseconds(500))
      _ = try await bench.add("5")
      let first = try await bench.claim(room: 3)
      try bench.expect("the claims", first.map(\.payload), ["4", "2", "3"])
      let rest = try await bench.claim(from: bench.other)
      try bench.expect("the rest", rest.map(\.payload), ["1", "5"])
    },
    Check(rule: "A job that expires before it starts ends as cancelled, without an attempt") {
      bench in
      let second = Duration.seconds(1)
      let expiring = try await bench.add(
        NewJob(name: "job", queue: "other", payload: "1", key: "a", expiry: second))
      let delayed = try await bench.add(
        NewJob(name: "job", payload: "2", dueTime: .now + .seconds(5), expiry: second))
      let started = try await bench.add(NewJob(name: "job", payload: "3", expiry: second))
      let flow = try await bench.store.enqueue(
        NewFlow(
          "flow",
          [
            .init("a", NewJob(name: "job", queue: "other", payload: "a", expiry: second)),
            .init("b", NewJob(name: "job", payload: "b"), after: [0]),
          ]))
      _ = try await bench.claimOne()
      try bench.expect(
        "when it expires", try await bench.record(started.id)?.expirationTime != nil, true)
      try await bench.advance(second)
      let claims = try await bench.claim(from: bench.other)
      try bench.expect("the claims", claims.map(\.payload), ["3"])
      let record = try await bench.record(expiring.id)
      try bench.expect("the state", record?.state, .cancelled)
      try bench.expect("the reason", record?.detail, "it expired before it started")
      try bench.expect("the attempts", record?.attempt, 0)
      try bench.expect("whether it has an end", record?.endTime != nil, true)
      try bench.expect("one that is due later", try await bench.record(delayed.id)?.state, .delayed)
      try bench.expect("the steps", try await bench.states(of: flow), [.cancelled, .skipped])
      try bench.expect("whether its key is free", try await bench.add("4", key: "a").isNew, true)
      try bench.expect("the retry", try await bench.store.retry(.ids(expiring.id)), 0)
      try bench.expect("the retry of a step", try await bench.store.retry(.ids(flow[0])), 1)
      let again = try await bench.claim(queue: "other")
      try bench.expect("what runs again", again.map(\.payload), ["a"])
    },
    Check(rule: "A job that is not due is not claimed, and the store says when it is") { bench in
      let job = try await bench.add("1", dueTime: .now + .milliseconds(500))
      try bench.expect("the state", try await bench.record(job.id)?.state, .delayed)
      let early = try await bench.other.claim(
        ["job"], in: [ClaimableQueue(name: "default", room: 9)], as: "first", for: StoreBench.lease)
      try bench.expect("the claims", early.claims, [])
      guard let wait = early.nextDue, wait > .zero, wait <= .milliseconds(500) else {
        throw TaskStoreConformance.Failure(
          description: "\(bench.rule): the time until it is due is \(early.nextDue as Any)")
      }
      try await bench.advance(.milliseconds(500))
      try bench.expect("the claims then", try await bench.claim().map(\.payload), ["1"])
    },
    Check(rule: "Jobs of other names and other queues are left alone") { bench in
      _ = try await bench.add("1", name: "unknown")
      _ = try await bench.add("2", queue: "other")
      _ = try await bench.add("3")
      try bench.expect("the claims", try await bench.claim().map(\.payload), ["3"])
    },
    Check(rule: "Of processes that claim at once, each job has one") { bench in
      _ = try await bench.store.enqueue(
        (1...60).map { NewJob(name: "job", payload: "\($0)") })
      let claims = try await withThrowingTaskGroup(of: [JobClaim].self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = number.isMultiple(of: 2) ? bench.store : bench.other
            var claims: [JobClaim] = []
            // If leases did not last, the store would return the same claims again and again.
            while claims.count <= 60 {
              let new = try await bench.claim(room: 3, as: "owner \(number)", from: store)
              guard !new.isEmpty else { return claims }
              claims += new
            }
            return claims
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try bench.expect("the number of claims", claims.count, 60)
      try bench.expect("the number of jobs", Set(claims.map(\.id)).count, 60)
      try bench.expect("the number of tokens", Set(claims.map(\.token)).count, 60)
    },
    Check(rule: "No more jobs of a queue run at once than its width, in all processes") { bench in
      for payload in 1...5 { _ = try await bench.add("\(payload)") }
      try bench.expect(
        "the first", try await bench.claim(width: 3).map(\.payload), ["1", "2", "3"])
      let more = try await bench.claim(width: 4, as: "second", from: bench.other)
      try bench.expect("the second", more.map(\.payload), ["4"])
      try bench.expect("no more", try await bench.claim(width: 4), [])
    },
    Check(rule: "Nothing of a paused queue is claimed, until it is resumed") { bench in
      _ = try await bench.add("1")
      try await bench.store.setPaused(true, queue: "default")
      try bench.expect("the claims", try await bench.claim(from: bench.other), [])
      let queues = try await bench.other.queues()
      try bench.expect("the pause", queues.map(\.isPaused), [true])
      try await bench.other.setPaused(false, queue: "default")
      try bench.expect("the claims then", try await bench.claim().count, 1)
    },
    Check(rule: "A job has one owner until its lease has ended, and then a new attempt") { bench in
      _ = try await bench.add("1")
      let first = try await bench.claimOne()
      try bench.expect("a claim within", try await bench.claim(as: "second", from: bench.other), [])
      try await bench.advance(StoreBench.lease)
      let second = try await bench.claimOne(as: "second", from: bench.other)
      try bench.expect("the attempt", second.attempt, 2)
      try bench.expect("whether the token grows", second.token > first.token, true)
      try bench.expect("the old completion", try await bench.complete(first), false)
      try bench.expect(
        "the old renewal", try await bench.store.renew([first], for: StoreBench.lease), [])
      try bench.expect("the old report", try await bench.store.report(0.5, of: first), false)
      try bench.expect("the new completion", try await bench.complete(second), true)
    },
    Check(rule: "A job whose lease has ended comes before those that wait") { bench in
      _ = try await bench.add("1")
      _ = try await bench.claimOne()
      _ = try await bench.add("2")
      try await bench.advance(StoreBench.lease)
      let claims = try await bench.claim(room: 1, as: "second")
      try bench.expect("the claims", claims.map(\.payload), ["1"])
    },
    Check(rule: "A renewed lease lasts, and one that has ended is not renewed") { bench in
      _ = try await bench.add("1")
      let claim = try await bench.claimOne()
      try await bench.advance(StoreBench.lease / 2)
      try bench.expect(
        "the renewal", try await bench.store.renew([claim], for: StoreBench.lease), [claim.token])
      try await bench.advance(StoreBench.lease * 3 / 4)
      try bench.expect("a claim within", try await bench.claim(as: "second"), [])
      try await bench.advance(StoreBench.lease / 2)
      try bench.expect(
        "a renewal after it", try await bench.store.renew([claim], for: StoreBench.lease), [])
    },
  ]
}
