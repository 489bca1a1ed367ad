import TaskStore

extension TaskStoreConformance {
  static let claimChecks: [Check] = [
    Check(rule: "Due times of a task are claimed from the oldest on, up to its width") { bench in
      try await bench.add("task", at: [3, 1, 2, 4])
      let first = try await bench.claim("task", width: 2)
      try bench.expect("the first", first.map(\.fireTime), [bench.time(1), bench.time(2)])
      try bench.expect("their numbers", first.map(\.number), [2, 3])
      try bench.expect("the second", try await bench.claim("task", width: 2, from: bench.other), [])
      try bench.expect("the completion", try await bench.complete(first[0]), true)
      let third = try await bench.claim("task", width: 2, from: bench.other)
      try bench.expect("the third", third.map(\.fireTime), [bench.time(3)])
    },
    Check(rule: "No more is claimed than asked for") { bench in
      try await bench.add("a", at: [1, 2, 3])
      try await bench.add("b", at: [1, 2, 3])
      let tasks = ["a", "b"].map { ClaimableTask(name: $0, width: 10) }
      let claims = try await bench.store.claim(tasks, as: "first", for: Bench.lease, atMost: 4)
      try bench.expect("the number of claims", claims.count, 4)
      let none = try await bench.store.claim(tasks, as: "first", for: Bench.lease, atMost: 0)
      try bench.expect("the number of claims of none", none, [])
    },
    Check(rule: "Tasks that a process does not know are left for those that do") { bench in
      try await bench.add("known", at: [1])
      try await bench.add("unknown", at: [1])
      let claims = try await bench.claim("known")
      try bench.expect("the claims", claims.map(\.task), ["known"])
      let others = try await bench.claim("unknown", as: "second", from: bench.other)
      try bench.expect("those of another process", others.map(\.task), ["unknown"])
    },
    Check(rule: "Tokens grow, whichever task and process") { bench in
      try await bench.add("a", at: [1])
      try await bench.add("b", at: [1])
      var tokens = [try await bench.claimOne("a").token]
      tokens.append(try await bench.claimOne("b", as: "second", from: bench.other).token)
      try await bench.advance(Bench.lease)
      tokens.append(try await bench.claimOne("a", as: "third").token)
      try bench.expect("the order", tokens, Array(Set(tokens)).sorted())
    },
    Check(rule: "A due time has one owner until its lease has ended") { bench in
      try await bench.add("task", at: [1])
      let first = try await bench.claimOne("task")
      try bench.expect(
        "a claim within the lease", try await bench.claim("task", as: "second", from: bench.other),
        [])
      try await bench.advance(Bench.lease)
      let second = try await bench.claimOne("task", as: "second", from: bench.other)
      try bench.expect("the due time", second.fireTime, first.fireTime)
      try bench.expect("the number", second.number, first.number)
      try bench.expect("the count of claims", [first.count, second.count], [1, 2])
    },
    Check(rule: "A completion after the end of the lease is rejected") { bench in
      try await bench.add("task", at: [1])
      let claim = try await bench.claimOne("task")
      try await bench.advance(Bench.lease)
      try bench.expect("the completion", try await bench.complete(claim), false)
      let state = try await bench.store.ledger(of: "task", limit: 1).first?.state
      try bench.expect("the state", state, .running)
    },
    Check(rule: "A completion of an owner that was taken over from is rejected") { bench in
      try await bench.add("task", at: [1])
      let first = try await bench.claimOne("task")
      try await bench.advance(Bench.lease)
      let second = try await bench.claimOne("task", as: "second", from: bench.other)
      try bench.expect("the old owner's", try await bench.complete(first, .failed), false)
      try bench.expect(
        "the new owner's", try await bench.complete(second, in: bench.other), true)
      try bench.expect("a second one", try await bench.complete(second, .failed), false)
      let state = try await bench.store.ledger(of: "task", limit: 1).first?.state
      try bench.expect("the state", state, .succeeded)
    },
    Check(rule: "An owner that claims again has a new lease, and its old token is rejected") {
      bench in
      try await bench.add("task", at: [1])
      let first = try await bench.claimOne("task")
      try await bench.advance(Bench.lease)
      let second = try await bench.claimOne("task")
      try bench.expect("the old completion", try await bench.complete(first), false)
      try bench.expect(
        "the old renewal", try await bench.store.renew([first], for: Bench.lease), [])
      try bench.expect("the new completion", try await bench.complete(second), true)
    },
    Check(rule: "A completion of another owner with the token is rejected") { bench in
      try await bench.add("task", at: [1])
      var claim = try await bench.claimOne("task")
      claim.owner = "second"
      try bench.expect("the completion", try await bench.complete(claim), false)
      try bench.expect("the renewal", try await bench.store.renew([claim], for: Bench.lease), [])
    },
    Check(rule: "A renewed lease lasts, and one that has ended is not renewed") { bench in
      try await bench.add("task", at: [1])
      let claim = try await bench.claimOne("task")
      try await bench.advance(Bench.lease / 2)
      try bench.expect(
        "the renewal", try await bench.store.renew([claim], for: Bench.lease), [claim.token])
      try await bench.advance(Bench.lease * 3 / 4)
      try bench.expect(
        "a claim within it", try await bench.claim("task", as: "second", from: bench.other), [])
      try await bench.advance(Bench.lease / 2)
      try bench.expect(
        "the renewal after it", try await bench.store.renew([claim], for: Bench.lease), [])
      try bench.expect(
        "the claims after it", try await bench.claim("task", as: "second").count, 1)
    },
    Check(rule: "A due time that is given back is claimed at once, and that claim is not counted") {
      bench in
      try await bench.add("task", at: [1])
      let first = try await bench.claimOne("task")
      try bench.expect("the return", try await bench.complete(first, .due), true)
      let second = try await bench.claimOne("task", as: "second", from: bench.other)
      try bench.expect("the count of claims", second.count, 1)
      try bench.expect("whether the token grows", second.token > first.token, true)
      try bench.expect("an old completion", try await bench.complete(first), false)
    },
    Check(rule: "Of processes that claim at once, each due time has one") { bench in
      try await bench.add("task", at: Array(1...60))
      let claims = try await withThrowingTaskGroup(of: [TaskClaim].self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = number.isMultiple(of: 2) ? bench.store : bench.other
            var claims: [TaskClaim] = []
            // If leases did not last, the store would return the same claims again and again.
            while claims.count <= 60 {
              let new = try await bench.claim(
                "task", width: 100, as: "owner \(number)", from: store, atMost: 3)
              guard !new.isEmpty else { return claims }
              claims += new
            }
            return claims
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try bench.expect("the number of claims", claims.count, 60)
      try bench.expect("the number of due times", Set(claims.map(\.fireTime)).count, 60)
      try bench.expect("the number of tokens", Set(claims.map(\.token)).count, 60)
    },
  ]
}
