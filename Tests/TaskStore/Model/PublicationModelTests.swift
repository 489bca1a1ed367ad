import Foundation
import ProgramTestSupport
import Testing

@testable import TaskStore

/// Publications with their listeners, two processes, and every order of what can happen to them.
///
/// A publisher has an open transaction with its own change and the jobs of all listeners. The article
/// about durable events has the table of all changes that occur.
struct PublicationModel: ExploredState {
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

  private static let lease = Duration.nanoseconds(1)
  private static let end: Int64 = 2
  static let notStored = "not stored"

  let variant: Variant
  let isOrdered: Bool
  /// The payloads of each publication's jobs, which identify them.
  let publications: [[String]]
  private var stored: StoreMoment
  private var transactions: [Transaction]
  private var unstored: [[String]]
  private var owners: [JobClaim?] = [nil, nil]
  private(set) var problem: String?

  /// Creates publications of so many listeners, one after the other.
  ///
  /// If they are ordered, all jobs have one key.
  init(
    listeners: [Int], isOrdered: Bool, _ variant: Variant, in store: isolated SQLiteStore
  ) throws {
    stored = try store.moment()
    self.variant = variant
    self.isOrdered = isOrdered
    publications = listeners.enumerated().map { index, count in
      (0..<count).map { "\(index).\($0)" }
    }
    unstored = publications
    transactions = publications.map { _ in .open }
  }

  private func record(_ payload: String) -> JobRecord? {
    stored.records.first { $0.payload == payload }
  }

  /// The state of each job in words.
  private var states: [String: String] {
    var states: [String: String] = [:]
    for payload in publications.joined() { states[payload] = Self.notStored }
    for record in stored.records {
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

  func next(in store: isolated SQLiteStore) throws -> [(Event, Self)] {
    var states: [(Event, Self)] = []
    if stored.time < Self.end {
      var later = self
      later.stored.time += 1
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
          try state.add(unstored[index], in: store)
          state.unstored[index] = []
        }
        states.append((event, state))
      }
    }
    for index in transactions.indices where transactions[index] == .committed {
      guard let payload = unstored[index].first else { continue }
      var stored = self
      try stored.add([payload], in: store)
      stored.unstored[index].removeFirst()
      var dead = self
      dead.unstored[index] = []
      states += [(.commit, stored), (.publisherDeath, dead)]
    }
    for index in owners.indices { states += try nextStates(of: index, in: store) }
    return states
  }

  private mutating func add(_ payloads: [String], in store: isolated SQLiteStore) throws {
    let key = isOrdered && variant != .hasNoOrder ? "ann" : nil
    let jobs = payloads.map { payload in
      NewJob(
        name: "listener", payload: payload, maximumAttempts: 2, tags: ["event:placed"],
        orderKey: key)
    }
    _ = try store.change(&stored) { try store.enqueue(jobs) }
  }

  private func nextStates(
    of index: Int, in store: isolated SQLiteStore
  ) throws -> [(Event, Self)] {
    guard let claim = owners[index] else {
      var state = self
      let claims = try store.change(&state.stored) {
        try store.claim(
          ["listener"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner \(index)",
          for: Self.lease
        ).claims
      }
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
      _ = try store.change(&state.stored) {
        try store.complete([JobCompletion(claim: claim, outcome: outcome)])
      }
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
}

@Suite struct PublicationModelTests {
  @Test func `In every order of events, no listener is lost, early or out of order`() async throws {
    let explorations = [
      try await explore([2], isOrdered: false, .sound),
      try await explore([1, 1], isOrdered: true, .sound),
    ]
    for exploration in explorations {
      #expect(exploration.violations.isEmpty)
      #expect(exploration.states.count > 500)
    }
    // The article has the table of all changes.
    let changes = explorations.reduce(into: Set()) { $0.formUnion($1.changes) }
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

  @Test func `If jobs are stored after the commit, a listener is lost`() async throws {
    let violation = "a listener is lost"
    let exploration = try await explore(
      [2], isOrdered: false, .storesAfterCommit, until: violation)
    #expect(exploration.violations == [violation])
  }

  @Test func `Without an order key, a listener runs before an earlier one`() async throws {
    let violation = "a listener runs before an earlier one"
    let exploration = try await explore([1, 1], isOrdered: true, .hasNoOrder, until: violation)
    #expect(exploration.violations == [violation])
  }

  private func explore(
    _ listeners: [Int], isOrdered: Bool, _ variant: PublicationModel.Variant,
    until violation: String? = nil
  ) async throws -> Exploration<PublicationModel> {
    try await PublicationModel.explore(until: violation) {
      try PublicationModel(listeners: listeners, isOrdered: isOrdered, variant, in: $0)
    }
  }
}
