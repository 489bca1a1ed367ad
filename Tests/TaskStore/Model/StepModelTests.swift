import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

@testable import TaskStore

/// Two owners, one job with steps, and every order of what can happen to them.
///
/// An owner may stop after each action for as long as it likes, and go on with what it believed
/// before.
struct StepModel: ExploredState {
  /// The rules that a broken variant leaves out.
  enum Variant: Sendable {
    case sound
    /// Steps are stored without a look at token and lease.
    case storesForAnyClaim
    /// A suspension does not look for a signal that has arrived.
    case missesSignals
  }

  enum Call: String, Hashable, Sendable {
    case step, sleep, signal
  }

  /// The events in the life of a job with steps, in the order of the article's table.
  enum Event: String, CaseIterable, Sendable {
    case claim = "a process claims the job"
    case progress = "the process goes on"
    case death = "the process dies"
    case time = "time passes"
    case signal = "the signal is sent"
  }

  /// A change of a step and its job.
  struct Change: Hashable, Sendable {
    let call: Call
    let event: Event
    let before: [String]
    let after: [String]
  }

  /// An owner, and what it believes.
  struct Owner: Hashable, Sendable {
    let claim: JobClaim
    /// The stored steps, after they were read.
    var known: [StoredStep]?
    /// A Boolean value that indicates whether the body of the next step has run.
    var hasRun = false
    /// A Boolean value that indicates whether it has asked for the signal in vain.
    var waits = false
  }

  private static let lease = Duration.nanoseconds(2)
  private static let end: Int64 = 4

  let calls: [Call]
  let variant: Variant
  let id: JobID
  var stored: StoreMoment
  var owners: [Owner?] = [nil, nil]
  var isSent = false
  /// The results of steps, when they were first stored.
  var written: [Int: StoredStep] = [:]
  var problem: String?

  init(_ calls: [Call], _ variant: Variant, in store: isolated SQLiteStore) throws {
    self.calls = calls
    self.variant = variant
    var stored = try store.moment()
    id = try store.change(&stored) {
      try store.enqueue([NewJob(name: "job", payload: "")])[0].id
    }
    self.stored = stored
  }

  var record: JobRecord? { stored.records.first }

  func next(in store: isolated SQLiteStore) throws -> [(Event, StepModel)] {
    var states: [(Event, StepModel)] = []
    if stored.time < Self.end {
      var later = self
      later.stored.time += 1
      states.append((.time, later))
    }
    if !isSent, calls.contains(.signal) {
      var sent = self
      sent.isSent = true
      let isAccepted = try store.change(&sent.stored) {
        try store.send(NewSignal(job: id, name: "go", payload: "1"))
      }
      if isAccepted { states.append((.signal, sent)) }
    }
    for index in owners.indices {
      var state = self
      guard let owner = owners[index] else {
        if try state.claim(index, in: store) { states.append((.claim, state)) }
        continue
      }
      try state.act(owner, index, in: store)
      var dead = self
      dead.owners[index] = nil
      states += [(.progress, state), (.death, dead)]
    }
    return states
  }

  private mutating func claim(_ index: Int, in store: isolated SQLiteStore) throws -> Bool {
    let claims = try store.change(&stored) {
      try store.claim(
        ["job"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner \(index)",
        for: Self.lease
      ).claims
    }
    owners[index] = claims.first.map { Owner(claim: $0) }
    return !claims.isEmpty
  }

  /// Lets an owner do the next thing.
  private mutating func act(
    _ owner: Owner, _ index: Int, in store: isolated SQLiteStore
  ) throws {
    var owner = owner
    guard let known = owner.known else {
      owner.known = stored.steps
      return owners[index] = owner
    }
    let claim = owner.claim
    let done = known.prefix { step in
      step.kind == .step || step.kind == .timeout || step.result != nil
        || step.kind == .sleep && step.endTime <= claim.startTime
    }.count
    guard done < calls.count else {
      owners[index] = nil
      return try complete(claim, .succeeded(result: nil), in: store)
    }
    let pending = known.count > done ? known[done] : nil
    switch calls[done] {
    case .step where !owner.hasRun:
      owner.hasRun = true
      // A process whose lease has ended is cancelled, and may be late.
      var check = stored
      let renewed = try store.change(&check) {
        try store.renew([claim], for: Self.lease)
      }
      if !renewed.isEmpty, written[done + 1] != nil {
        problem = "a completed step has run again"
      }
      owners[index] = owner
    case .step:
      try keep(.step(result: "\(claim.token)"), done, owner, index, in: store)
    case .sleep where pending == nil:
      try keep(.sleep(until: .now + .nanoseconds(1)), done, owner, index, in: store)
    case .signal where !owner.waits:
      try keep(.signal(deadline: .now + .nanoseconds(2)), done, owner, index, in: store)
    case .sleep, .signal:
      guard let pending else { return }
      let signal = calls[done] == .signal ? "go" : nil
      owners[index] = nil
      try complete(
        claim, .suspended(until: .at(pending.endTime), signal: signal), in: store)
    }
  }

  private mutating func keep(
    _ work: NewStep.Work, _ done: Int, _ owner: Owner, _ index: Int, in store: isolated SQLiteStore
  ) throws {
    var owner = owner
    let step = NewStep(number: done + 1, name: "go", work: work)
    let variant = variant
    let new = try store.change(&stored) {
      if let accepted = try store.record(step, of: owner.claim) { return accepted as StoredStep? }
      guard variant == .storesForAnyClaim else { return nil }
      return try store.insert(step, of: owner.claim)
    }
    guard let new else { return owners[index] = nil }
    if let first = written[new.number], first != new {
      problem = "a completed step was replaced"
    }
    let isPending = new.kind != .step && new.result == nil && new.kind != .timeout
    if !isPending { written[new.number] = new }
    owner.known = (owner.known ?? []).prefix(done) + [new]
    owner.hasRun = false
    owner.waits = isPending && new.kind == .signal
    owners[index] = owner
  }

  private mutating func complete(
    _ claim: JobClaim, _ outcome: JobCompletion.Outcome, in store: isolated SQLiteStore
  ) throws {
    let variant = variant
    try store.change(&stored) {
      if variant == .missesSignals { try store.exchangeSignals() }
      _ = try store.complete([JobCompletion(claim: claim, outcome: outcome)])
      if variant == .missesSignals { try store.exchangeSignals() }
    }
  }

  /// The step of a call in the words of the store, and the state of the job.
  private func words(of call: Int) -> [String] {
    let step = stored.steps.first { $0.number == call + 1 }
    let kind =
      switch step {
      case nil: "none"
      case .some(let step) where step.kind == .signal && step.result != nil: "`signal`, received"
      case .some(let step): "`\(step.kind)`"
      }
    return [kind, record?.state.rawValue ?? ""]
  }

  /// The changes of a job with one call, which an event has made.
  func changes(by event: Event, since before: StepModel) -> Set<Change> {
    guard calls.count == 1, words(of: 0) != before.words(of: 0) else { return [] }
    return [Change(call: calls[0], event: event, before: before.words(of: 0), after: words(of: 0))]
  }

  /// The rule that is broken, or `nil` if none is.
  var violation: String? {
    if let problem { return problem }
    let steps = stored.steps
    if steps.map(\.number) != Array(1..<steps.count + 1) { return "the steps are out of order" }
    if record?.state == .succeeded, steps.count != calls.count { return "a step is missing" }
    if record?.state == .delayed, let signal = record?.signal,
      stored.signals.contains(signal)
    {
      return "a job waits for a signal that has arrived"
    }
    return nil
  }
}

extension SQLiteStore {
  /// Stores a step without a look at the claim.
  fileprivate func insert(_ step: NewStep, of claim: JobClaim) throws -> StoredStep? {
    let new = step.stored(at: clock.now())
    try database.run(
      "INSERT OR REPLACE INTO task_step (job, number, name, kind, result, ended) VALUES (?,?,?,?,?,?)",
      .integer(claim.id.number), .integer(Int64(new.number)), .text(new.name),
      .text(new.kind.rawValue), new.result.map { .text($0) } ?? .null,
      .integer(new.endTime.nanoseconds))
    return new
  }

  /// Hides all signals, or brings them back.
  fileprivate func exchangeSignals() throws {
    try database.run("UPDATE task_signal SET job = -job")
  }
}

@Suite struct StepModelTests {
  @Test(
    arguments: Sweep.inputs(
      [[StepModel.Call.step, .sleep, .step], [.step, .signal, .step]], oneIn: 2))
  func `In every order of events, a completed step is kept and does not run again`(
    calls: [StepModel.Call]
  ) async throws {
    let exploration = try await explore(calls)
    #expect(exploration.violations.isEmpty)
    #expect(exploration.states.count > 1_000)
    #expect(exploration.states.count { $0.record?.state == .succeeded } > 10)
  }

  @Test func `Without a check of token and lease, a completed step is replaced`() async throws {
    let violation = "a completed step was replaced"
    let exploration = try await explore([.step, .step], .storesForAnyClaim, until: violation)
    #expect(exploration.violations.contains(violation))
  }

  @Test func `If a suspension does not look for signals, a job waits for one that has arrived`()
    async throws
  {
    let exploration = try await explore([.signal], .missesSignals)
    #expect(exploration.violations == ["a job waits for a signal that has arrived"])
  }

  private func explore(
    _ calls: [StepModel.Call], _ variant: StepModel.Variant = .sound,
    until violation: String? = nil
  ) async throws -> Exploration<StepModel> {
    try await StepModel.explore(until: violation) { try StepModel(calls, variant, in: $0) }
  }

  @Test func `The article has the table of all changes of a step`() async throws {
    var lines = ["| call | event | stored step | job |", "|---|---|---|---|"]
    for call in [StepModel.Call.step, .sleep, .signal] {
      let changes = try await explore([call]).changes
      for event in StepModel.Event.allCases {
        let found = changes.filter { $0.event == event }
        for change in found.sorted(by: {
          ($0.before + $0.after).description < ($1.before + $1.after).description
        }) {
          let cells = zip(change.before, change.after).map { before, after in
            before == after ? before : "\(before) → \(after)"
          }
          lines.append(
            "| `\(call.rawValue)` | \(event.rawValue) | \(cells.joined(separator: " | ")) |")
        }
      }
    }
    let table = lines.joined(separator: "\n")
    let article = try String(
      contentsOf: Repository.file("Sources/TaskStore/TaskStore.docc/Steps-and-Waiting.md"),
      encoding: .utf8)
    #expect(article.contains("\n\(table)\n"), "\(table)")
  }
}
