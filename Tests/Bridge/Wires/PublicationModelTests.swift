import Foundation
import ProgramTestSupport
import Testing

@testable import TaskStore

/// Publications with their listeners, two processes, and every order of what can happen to them.
///
/// The rows are those of the memory store, and not a copy of their rules. A publisher has an open
/// transaction with its own change and the jobs of all listeners. The article about durable events
/// has the table of all changes that occur.
struct PublicationModel: Hashable, Sendable {
  /// The rules that a broken variant leaves out.
  enum Variant: Sendable {
    case sound
    /// The publisher commits its own change, and stores the jobs later, one by one.
    case storesAfterCommit
    /// Jobs have no order key.
    case hasNoOrder
  }

  /// The events in the life of a publication, in the order of the article's table.
  enum Event: String, CaseIterable {
    case commit = "the transaction commits"
    case rollback = "the transaction rolls back"
    case publisherDeath = "the publisher dies in the transaction"
    case claim = "a process claims the job"
    case takeover = "the lease of the process ends, and another one claims the job"
    case success = "the listener succeeds"
    case failure = "the listener throws an error"
    case time = "the pause after an error ends"
  }

  /// A change of a job's state.
  struct Change: Hashable, Sendable {
    let event: Event
    let before: String
    let after: String
  }

  private enum Transaction: Hashable { case open, committed, gone }

  private static let lease: Int64 = 1
  private static let end: Int64 = 2
  static let notStored = "not stored"

  let variant: Variant
  let isOrdered: Bool
  /// The payloads of each publication's jobs, which identify them.
  let publications: [[String]]
  private var jobs = StoredJobs()
  private var time: Int64 = 0
  private var transactions: [Transaction]
  private var unstored: [[String]]
  private var owners: [JobClaim?] = [nil, nil]
  private(set) var problem: String?

  /// Creates publications of so many listeners, one after the other.
  ///
  /// If they are ordered, all jobs have one key.
  init(listeners: [Int], isOrdered: Bool, _ variant: Variant) {
    self.variant = variant
    self.isOrdered = isOrdered
    publications = listeners.enumerated().map { index, count in
      (0..<count).map { "\(index).\($0)" }
    }
    unstored = publications
    transactions = publications.map { _ in .open }
  }

  private var now: TaskTime { TaskTime(nanoseconds: time) }

  private func record(_ payload: String) -> JobRecord? {
    jobs.jobs(JobFilter(limit: .max)).first { $0.payload == payload }
  }

  /// The state of each job in words.
  private var states: [String: String] {
    var states: [String: String] = [:]
    for payload in publications.joined() { states[payload] = Self.notStored }
    for record in jobs.jobs(JobFilter(limit: .max)) {
      states[record.payload] = record.state.rawValue
    }
    return states
  }

  /// The changes of states that an event has made.
  func changes(by event: Event, since before: Self) -> Set<Change> {
    let (old, new) = (before.states, states)
    return Set(
      old.keys.compactMap { payload in
        var event = event
        var isConcerned = old[payload] != new[payload]
        switch event {
        case .claim, .takeover:
          // A claim also makes other jobs due whose pause has ended.
          let isClaimed = before.record(payload)?.token != record(payload)?.token
          if !isClaimed { event = .time }
          isConcerned = isConcerned || isClaimed
        case .rollback, .publisherDeath:
          isConcerned = before.unstored.joined().contains(payload) && !isStillUnstored(payload)
        default: break
        }
        guard isConcerned else { return nil }
        return Change(event: event, before: old[payload] ?? "", after: new[payload] ?? "")
      })
  }

  private func isStillUnstored(_ payload: String) -> Bool { unstored.joined().contains(payload) }

  /// Returns the states that can follow.
  func next() -> [(Event, Self)] {
    var states: [(Event, Self)] = []
    if time < Self.end {
      var later = self
      later.time += 1
      states.append((.time, later))
    }
    // The second transaction starts after the first one has ended.
    if let index = transactions.firstIndex(of: .open) {
      for (event, outcome) in [
        (Event.commit, Transaction.committed), (.rollback, .gone), (.publisherDeath, .gone),
      ] {
        var state = self
        state.transactions[index] = outcome
        if outcome == .gone { state.unstored[index] = [] }
        if outcome == .committed, variant != .storesAfterCommit {
          for payload in unstored[index] { state.store(payload) }
          state.unstored[index] = []
        }
        states.append((event, state))
      }
    }
    for index in transactions.indices where transactions[index] == .committed {
      guard let payload = unstored[index].first else { continue }
      var stored = self
      stored.store(payload)
      stored.unstored[index].removeFirst()
      var dead = self
      dead.unstored[index] = []
      states += [(.commit, stored), (.publisherDeath, dead)]
    }
    return states + owners.indices.flatMap { nextStates(of: $0) }
  }

  private mutating func store(_ payload: String) {
    _ = jobs.enqueue(
      NewJob(
        name: "listener", payload: payload, maximumAttempts: 2, tags: ["event:placed"],
        orderKey: isOrdered && variant != .hasNoOrder ? "ann" : nil), at: now)
  }

  private func nextStates(of index: Int) -> [(Event, Self)] {
    guard let claim = owners[index] else {
      var state = self
      let claims = state.jobs.claim(
        ["listener"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner \(index)",
        until: time + Self.lease, at: time, now
      ).claims
      guard let claim = claims.first else { return [] }
      state.owners[index] = claim
      let payload = claim.payload
      state.problem = state.problem(with: payload)
      return [(record(payload)?.state == .running ? .takeover : .claim, state)]
    }
    var dead = self
    dead.owners[index] = nil
    var states = [(Event.time, dead)]
    let isLast = claim.attempt >= 2
    let failure: JobCompletion.Outcome =
      isLast ? .failed(detail: "no") : .retry(after: .nanoseconds(1), detail: "no")
    for (event, outcome) in [
      (Event.success, JobCompletion.Outcome.succeeded(result: nil)), (.failure, failure),
    ] {
      var state = dead
      _ = state.jobs.complete(JobCompletion(claim: claim, outcome: outcome), at: time, now)
      states.append((event, state))
    }
    return states
  }

  /// Returns the rule that is broken if a listener starts now.
  private func problem(with payload: String) -> String? {
    guard let number = publications.firstIndex(where: { $0.contains(payload) }) else { return nil }
    if transactions[number] != .committed { return "a listener runs without a commit" }
    guard isOrdered else { return nil }
    for earlier in publications.joined().prefix(while: { $0 != payload }) {
      if record(earlier)?.state.isOpen == true { return "a listener runs before an earlier one" }
    }
    return nil
  }

  /// The rule that is broken, or `nil` if none is.
  var violation: String? {
    if let problem { return problem }
    for (index, payloads) in publications.enumerated() {
      // Either the publisher still has the jobs in its hands, or they are stored.
      let stored = payloads.filter { record($0) != nil }
      switch transactions[index] {
      case .open where !stored.isEmpty, .gone where !stored.isEmpty: return "a job has no commit"
      case .committed where stored.count + unstored[index].count < payloads.count:
        return "a listener is lost"
      default: break
      }
    }
    return nil
  }

  /// Explores all states.
  ///
  /// - Returns: Their number, the changes of states, and the violations.
  static func explore(
    _ first: Self
  ) -> (states: Int, changes: Set<Change>, violations: Set<String>) {
    var seen: Set<Self> = [first]
    var open = [first]
    var changes: Set<Change> = []
    var violations: Set<String> = []
    while let state = open.popLast() {
      if let violation = state.violation {
        violations.insert(violation)
        continue
      }
      for (event, next) in state.next() {
        changes.formUnion(next.changes(by: event, since: state))
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return (seen.count, changes, violations)
  }
}

@Suite struct PublicationModelTests {
  private static let sound = [
    PublicationModel(listeners: [2], isOrdered: false, .sound),
    PublicationModel(listeners: [1, 1], isOrdered: true, .sound),
  ].map { PublicationModel.explore($0) }

  @Test func `In every order of events, no listener is lost, early or out of order`() {
    for (states, _, violations) in Self.sound {
      #expect(violations.isEmpty)
      #expect(states > 500)
    }
  }

  @Test func `If jobs are stored after the commit, a listener is lost`() {
    let first = PublicationModel(listeners: [2], isOrdered: false, .storesAfterCommit)
    #expect(PublicationModel.explore(first).violations == ["a listener is lost"])
  }

  @Test func `Without an order key, a listener runs before an earlier one`() {
    let first = PublicationModel(listeners: [1, 1], isOrdered: true, .hasNoOrder)
    #expect(
      PublicationModel.explore(first).violations == ["a listener runs before an earlier one"])
  }

  @Test func `The article has the table of all changes`() throws {
    let changes = Self.sound.reduce(into: Set()) { $0.formUnion($1.changes) }
    var lines = ["| event | job before | job after |", "|---|---|---|"]
    for event in PublicationModel.Event.allCases {
      let found = changes.filter { $0.event == event }
      for before in Set(found.map(\.before)).sorted() {
        let after = found.filter { $0.before == before }.map(\.after).sorted()
        lines.append("| \(event.rawValue) | \(before) | \(after.joined(separator: " or ")) |")
      }
    }
    let table = lines.joined(separator: "\n")
    let article = try String(
      contentsOf: Repository.file("Sources/Bridge/Bridge.docc/Durable-Events.md"), encoding: .utf8)
    #expect(article.contains("\n\(table)\n"), "\(table)")
  }
}
