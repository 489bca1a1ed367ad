import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

@testable import TaskStore

/// Two owners, one job with steps, and every order of what can happen to them.
///
/// The rows are those of the memory store, and not a copy of their rules. An owner may stop after
/// each action for as long as it likes, and go on with what it believed before.
struct StepModel: Hashable, Sendable {
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

  private static let lease: Int64 = 2
  private static let end: Int64 = 4

  let calls: [Call]
  let id: JobID
  var jobs = StoredJobs()
  var time: Int64 = 0
  var owners: [Owner?] = [nil, nil]
  var isSent = false
  /// The results of steps, when they were first stored.
  var written: [Int: StoredStep] = [:]
  var problem: String?

  init(_ calls: [Call]) {
    self.calls = calls
    id = jobs.enqueue(NewJob(name: "job", payload: ""), at: TaskTime(nanoseconds: 0)).id
  }

  private var now: TaskTime { TaskTime(nanoseconds: time) }
  var record: JobRecord? { jobs.jobs(.ids(id)).first }

  /// Returns the states that can follow.
  func next(_ variant: Variant) -> [(Event, StepModel)] {
    var states: [(Event, StepModel)] = []
    if time < Self.end {
      var later = self
      later.time += 1
      states.append((.time, later))
    }
    if !isSent, calls.contains(.signal) {
      var sent = self
      sent.isSent = true
      if sent.jobs.send(NewSignal(job: id, name: "go", payload: "1"), at: now) {
        states.append((.signal, sent))
      }
    }
    for index in owners.indices {
      var state = self
      guard let owner = owners[index] else {
        if state.claim(index) { states.append((.claim, state)) }
        continue
      }
      state.act(owner, index, variant)
      var dead = self
      dead.owners[index] = nil
      states += [(.progress, state), (.death, dead)]
    }
    return states
  }

  private mutating func claim(_ index: Int) -> Bool {
    let claims = jobs.claim(
      ["job"], in: [ClaimableQueue(name: "default", room: 1)], as: "owner \(index)",
      until: time + Self.lease, at: time, now
    ).claims
    owners[index] = claims.first.map { Owner(claim: $0) }
    return !claims.isEmpty
  }

  /// Lets an owner do the next thing.
  private mutating func act(_ owner: Owner, _ index: Int, _ variant: Variant) {
    var owner = owner
    guard let known = owner.known else {
      owner.known = jobs.steps(of: id)
      return owners[index] = owner
    }
    let claim = owner.claim
    let done = known.prefix { step in
      step.kind == .step || step.kind == .timeout || step.result != nil
        || step.kind == .sleep && step.endTime <= claim.startTime
    }.count
    guard done < calls.count else {
      owners[index] = nil
      return complete(claim, .succeeded(result: nil))
    }
    let pending = known.count > done ? known[done] : nil
    switch calls[done] {
    case .step where !owner.hasRun:
      owner.hasRun = true
      // A process whose lease has ended is cancelled, and may be late.
      var check = jobs
      let holds = check.renew(claim, until: time + Self.lease, at: time)
      if holds, written[done + 1] != nil { problem = "a completed step has run again" }
      owners[index] = owner
    case .step: store(.step(result: "\(claim.token)"), done, owner, index, variant)
    case .sleep where pending == nil:
      store(.sleep(until: .now + .nanoseconds(1)), done, owner, index, variant)
    case .signal where !owner.waits:
      store(.signal(deadline: .now + .nanoseconds(2)), done, owner, index, variant)
    case .sleep, .signal:
      guard let pending else { return }
      let signal = calls[done] == .signal ? "go" : nil
      owners[index] = nil
      let arrived = jobs.signals
      if variant == .missesSignals { jobs.signals = [:] }
      complete(claim, .suspended(until: .at(pending.endTime), signal: signal))
      jobs.signals = arrived
    }
  }

  private mutating func store(
    _ work: NewStep.Work, _ done: Int, _ owner: Owner, _ index: Int, _ variant: Variant
  ) {
    var owner = owner
    let step = NewStep(number: done + 1, name: "go", work: work)
    var stored = jobs.record(step, of: owner.claim, at: time, now)
    if stored == nil, variant == .storesForAnyClaim {
      let new = step.stored(at: now)
      jobs.steps[id, default: []].removeAll { $0.number == new.number }
      jobs.steps[id, default: []].append(new)
      stored = new
    }
    guard let stored else { return owners[index] = nil }
    if let first = written[stored.number], first != stored {
      problem = "a completed step was replaced"
    }
    let isPending = stored.kind != .step && stored.result == nil && stored.kind != .timeout
    if !isPending { written[stored.number] = stored }
    owner.known = (owner.known ?? []).prefix(done) + [stored]
    owner.hasRun = false
    owner.waits = isPending && stored.kind == .signal
    owners[index] = owner
  }

  private mutating func complete(_ claim: JobClaim, _ outcome: JobCompletion.Outcome) {
    _ = jobs.complete(JobCompletion(claim: claim, outcome: outcome), at: time, now)
  }

  /// The step of a call in the words of the store, and the state of the job.
  private func words(of call: Int) -> [String] {
    let step = jobs.steps(of: id).first { $0.number == call + 1 }
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
    let steps = jobs.steps(of: id)
    if steps.map(\.number) != Array(1..<steps.count + 1) { return "the steps are out of order" }
    if record?.state == .succeeded, steps.count != calls.count { return "a step is missing" }
    if record?.state == .delayed, let signal = record?.signal, jobs.hasSignal(signal, of: id) {
      return "a job waits for a signal that has arrived"
    }
    return nil
  }

  /// Explores all states.
  ///
  /// - Returns: How many there are, how many of them have a job that succeeded, and the violations.
  static func explore(
    _ calls: [Call], _ variant: Variant = .sound
  ) -> (states: Int, succeeded: Int, violations: Set<String>, changes: Set<Change>) {
    let first = StepModel(calls)
    var seen: Set<StepModel> = [first]
    var open = [first]
    var violations: Set<String> = []
    var changes: Set<Change> = []
    while let state = open.popLast() {
      if let violation = state.violation {
        violations.insert(violation)
        continue
      }
      for (event, next) in state.next(variant) {
        changes.formUnion(next.changes(by: event, since: state))
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return (seen.count, seen.count { $0.record?.state == .succeeded }, violations, changes)
  }
}

@Suite struct StepModelTests {
  @Test(
    arguments: Sweep.inputs(
      [[StepModel.Call.step, .sleep, .step], [.step, .signal, .step]], oneIn: 2))
  func `In every order of events, a completed step is kept and does not run again`(
    calls: [StepModel.Call]
  ) {
    let (states, succeeded, violations, _) = StepModel.explore(calls)
    #expect(violations.isEmpty)
    #expect(states > 1_000)
    #expect(succeeded > 10)
  }

  @Test func `Without a check of token and lease, a completed step is replaced`() {
    let violations = StepModel.explore([.step, .step], .storesForAnyClaim).violations
    #expect(violations.contains("a completed step was replaced"))
  }

  @Test func `If a suspension does not look for signals, a job waits for one that has arrived`() {
    let violations = StepModel.explore([.signal], .missesSignals).violations
    #expect(violations == ["a job waits for a signal that has arrived"])
  }

  @Test func `The article has the table of all changes of a step`() throws {
    var lines = ["| call | event | stored step | job |", "|---|---|---|---|"]
    for call in [StepModel.Call.step, .sleep, .signal] {
      let changes = StepModel.explore([call]).changes
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
