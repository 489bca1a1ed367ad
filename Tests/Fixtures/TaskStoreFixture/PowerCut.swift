import Foundation
import TaskStore

/// Changes of a store, each of which is noted when the store has acknowledged it.
enum PowerCut {
  /// Decides about, claims and completes fire times, one after the other.
  static func run(in folder: String, rounds: Int) async throws {
    let url = URL(filePath: folder)
    var acknowledged = 0
    func note() throws {
      try Data("\(acknowledged)".utf8).write(to: url.appending(path: "acknowledged"))
      acknowledged += 1
    }
    let store = SQLiteStore(at: url.appending(path: "tasks.sqlite").path)
    try await store.open()
    try note()
    for round in 1...rounds {
      let due = TaskTime(nanoseconds: Int64(round))
      let change = ScheduleChange(
        task: "task", definition: "test", expected: round == 1 ? nil : Int64(round - 1),
        progress: ScheduleProgress(next: due + .nanoseconds(1), latest: due, runs: round),
        decided: [DecidedTime(fireTime: due, number: round)])
      guard try await store.commit([change]) == ["task"] else { throw Failure.commit(round) }
      try note()
      let claimed = try await store.claim(
        [change.queue], in: [ClaimableQueue(name: change.queue, room: 1, width: 1)],
        as: "fixture", for: .seconds(60))
      guard let claim = claimed.claims.first, claim.dueTime == due else {
        throw Failure.claim(round)
      }
      try note()
      let completion = JobCompletion(claim: claim, outcome: .succeeded(result: nil))
      guard try await store.complete([completion]) == [claim.token] else {
        throw Failure.completion(round)
      }
      try note()
    }
  }

  enum Failure: Error {
    case commit(Int), claim(Int), completion(Int)
  }
}
