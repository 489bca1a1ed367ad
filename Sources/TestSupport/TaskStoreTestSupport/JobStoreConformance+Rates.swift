import TaskStore

extension JobStoreConformance {
  static let rateChecks: [Check] = [
    Check(rule: "No more jobs of a queue start than its rate allows, in all processes") { bench in
      for payload in 1...6 { _ = try await bench.add("\(payload)") }
      let first = try await bench.claimRated()
      try bench.expect("the first", first.claims.map(\.payload), ["1", "2"])
      let none = try await bench.claimRated(as: "second", from: bench.other)
      try bench.expect("the claims at once", none.claims, [])
      try await bench.advance(.seconds(1))
      let next = try await bench.claimRated(as: "second", from: bench.other)
      try bench.expect("the claims a second later", next.claims.map(\.payload), ["3"])
      try await bench.advance(.seconds(1))
      let last = try await bench.claimRated()
      try bench.expect("the claims another second later", last.claims.map(\.payload), ["4"])
      // After a pause, another burst is available, but no more.
      try await bench.advance(.seconds(100))
      for payload in 7...8 { _ = try await bench.add("\(payload)") }
      let burst = try await bench.claimRated(as: "second", from: bench.other)
      try bench.expect("the claims after a pause", burst.claims.map(\.payload), ["5", "6"])
    },
    Check(rule: "The store reports when a rate allows a waiting job to start") { bench in
      for payload in 1...2 { _ = try await bench.add("\(payload)") }
      let all = try await bench.claimRated()
      try bench.expect("the number of claims", all.claims.count, 2)
      try bench.expect("the time while no job waits", all.nextDue, nil)
      _ = try await bench.add("unknown", name: "unknown")
      let unknown = try await bench.claimRated()
      try bench.expect("the time while another process's job waits", unknown.nextDue, nil)
      _ = try await bench.add("3")
      let held = try await bench.claimRated(from: bench.other)
      try bench.expect("the claims", held.claims, [])
      guard let wait = held.nextDue, wait > .zero, wait <= .seconds(1) else {
        throw TaskStoreConformance.Failure(
          description: "\(bench.rule): the time until one may begin is \(held.nextDue as Any)")
      }
      try await bench.advance(wait)
      let claims = try await bench.claimRated(from: bench.other).claims
      try bench.expect("the claims then", claims.map(\.payload), ["3"])
    },
    Check(rule: "A paused queue is not waited for because of its rate") { bench in
      for payload in 1...3 { _ = try await bench.add("\(payload)") }
      try bench.expect("the claims", try await bench.claimRated().claims.count, 2)
      try await bench.store.setPaused(true, queue: "default")
      let paused = try await bench.claimRated(from: bench.other)
      try bench.expect("the claims while it is paused", paused.claims, [])
      try bench.expect("the time while it is paused", paused.nextDue, nil)
    },
    Check(rule: "An attempt that is given back or fails counts for a rate") { bench in
      for payload in 1...2 { _ = try await bench.add("\(payload)") }
      let claims = try await bench.claimRated().claims
      try bench.expect("the number of claims", claims.count, 2)
      try bench.expect("the return", try await bench.complete(claims[0], .returned), true)
      let retry = JobCompletion.Outcome.retry(after: .zero, detail: "")
      try bench.expect("the failure", try await bench.complete(claims[1], retry), true)
      try bench.expect("the claims", try await bench.claimRated().claims, [])
      try await bench.advance(.seconds(1))
      let next = try await bench.claimRated().claims
      try bench.expect("the claims a second later", next.map(\.payload), ["1"])
    },
    Check(rule: "Queues have rates of their own, and room and width beside them") { bench in
      for queue in ["none", "slow", "quick", "full", "narrow"] {
        for payload in 1...5 { _ = try await bench.add("\(payload)", queue: queue) }
      }
      let claimed = try await bench.store.claim(
        ["job"],
        in: [
          ClaimableQueue(name: "none", room: 4),
          ClaimableQueue(name: "slow", room: 9, rate: StoreBench.rate),
          ClaimableQueue(name: "quick", room: 9, rate: JobRate(9, per: .seconds(1), burst: 3)),
          ClaimableQueue(name: "full", room: 1, rate: StoreBench.rate),
          ClaimableQueue(name: "narrow", room: 9, width: 1, rate: StoreBench.rate),
        ], as: "first", for: .seconds(1_000))
      let counts = Dictionary(grouping: claimed.claims, by: \.queue).mapValues(\.count)
      try bench.expect(
        "the claims", counts, ["none": 4, "slow": 2, "quick": 3, "full": 1, "narrow": 1])
    },
    Check(rule: "Of processes that claim at once, all together keep a rate") { bench in
      _ = try await bench.store.enqueue((1...40).map { NewJob(name: "job", payload: "\($0)") })
      // The clock of the check may continue, but not by a year.
      let rate = JobRate(13, per: .seconds(86_400 * 365 * 4), burst: 10)
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = number.isMultiple(of: 2) ? bench.store : bench.other
            var count = 0
            for _ in 0..<10 {
              count += try await bench.claimRated(
                room: 3, rate: rate, as: "owner \(number)", from: store
              ).claims.count
            }
            return count
          }
        }
        return try await group.reduce(0, +)
      }
      let rest = try await bench.claimRated(rate: rate).claims.count
      try bench.expect("the number of claims", count + rest, 10)
    },
  ]
}

extension StoreBench {
  /// A rate of two jobs at once, and of one more per second after that.
  fileprivate static var rate: JobRate { JobRate(4, per: .seconds(3), burst: 2) }

  /// Claims jobs of a queue with a rate, with a lease that is longer than any check.
  fileprivate func claimRated(
    room: Int = 100, rate: JobRate = rate, as owner: String = "first",
    from store: (any TaskStore)? = nil
  ) async throws -> ClaimedJobs {
    try await (store ?? self.store).claim(
      ["job"], in: [ClaimableQueue(name: "default", room: room, rate: rate)], as: owner,
      for: .seconds(1_000))
  }
}
