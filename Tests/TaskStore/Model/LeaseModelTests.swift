import TaskStore
import Testing

/// Two owners, one fire time and every order of what can happen to them.
///
/// The records are those of the memory store, and not a copy of their rules. An owner may stop
/// after each step, for as long as it likes, and go on with what it believed before.
private struct LeaseModel: Hashable, Sendable {
  /// The rules that a broken variant leaves out.
  enum Variant: Sendable {
    case sound
    /// The ends of runs are accepted without a look at token and lease.
    case acceptsAnyCompletion
    /// Effects are written without a look at the token.
    case writesWithoutToken
  }

  /// An owner, and the claim that it believes to have.
  struct Owner: Hashable, Sendable {
    var claim: JobClaim?
    var hasEffect = false
  }

  private static let lease: Int64 = 2
  private static let end: Int64 = 9
  private static let fireTime = TaskTime(nanoseconds: 1)

  var schedules = StoredScheduleRows()
  var jobs = StoredJobs()
  var time: Int64 = 0
  var owners = [Owner(), Owner()]
  /// The token of the owner whose effect is there: the effect's row remembers it.
  var effect: Int64 = 0
  /// A Boolean value that indicates whether an owner has replaced the effect of a later one.
  var isOverwritten = false
  /// A Boolean value that indicates whether a run was completed whose effect is not there.
  var isWithoutEffect = false
  /// The completions that were accepted.
  var completions = 0
  /// The tokens that were claimed so far.
  var tokens: [Int64] = []

  init() {
    _ = schedules.commit(
      ScheduleChange(
        task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
        decided: [DecidedTime(fireTime: Self.fireTime, number: 1)]),
      to: &jobs, at: TaskTime(nanoseconds: 0))
  }

  /// Returns the states that can follow.
  func next(_ variant: Variant) -> [LeaseModel] {
    var states: [LeaseModel] = []
    if time < Self.end {
      var later = self
      later.time += 1
      states.append(later)
    }
    for index in owners.indices {
      states += [
        claiming(index), renewing(index), writing(index, variant), completing(index, variant),
        dying(index),
      ].compactMap(\.self)
    }
    return states
  }

  private var now: TaskTime { TaskTime(nanoseconds: time) }

  private func claiming(_ index: Int) -> LeaseModel? {
    guard owners[index].claim == nil else { return nil }
    var state = self
    let queue = ScheduleChange.queue(of: "task")
    let claimed = state.jobs.claim(
      [queue], in: [ClaimableQueue(name: queue, room: 1, width: 1)], as: "owner \(index)",
      until: time + Self.lease, at: time, now)
    guard let claim = claimed.claims.first else { return nil }
    state.owners[index] = Owner(claim: claim)
    state.tokens.append(claim.token)
    return state
  }

  private func renewing(_ index: Int) -> LeaseModel? {
    guard let claim = owners[index].claim else { return nil }
    var state = self
    // An owner whose lease is lost gives up.
    if !state.jobs.renew(claim, until: time + Self.lease, at: time) {
      state.owners[index] = Owner()
    }
    return state
  }

  /// Writes the effect, if the row has no greater token.
  private func writing(_ index: Int, _ variant: Variant) -> LeaseModel? {
    guard let claim = owners[index].claim, !owners[index].hasEffect else { return nil }
    var state = self
    state.owners[index].hasEffect = true
    if claim.token >= effect || variant == .writesWithoutToken {
      state.isOverwritten = isOverwritten || claim.token < effect
      state.effect = claim.token
    }
    return state
  }

  private func completing(_ index: Int, _ variant: Variant) -> LeaseModel? {
    guard let claim = owners[index].claim, owners[index].hasEffect else { return nil }
    var state = self
    state.owners[index] = Owner()
    let isAccepted = state.jobs.complete(
      JobCompletion(claim: claim, outcome: .succeeded(result: nil)), at: time, now)
    if isAccepted || variant == .acceptsAnyCompletion {
      state.completions += 1
      state.isWithoutEffect = isWithoutEffect || effect != claim.token
    }
    return state
  }

  private func dying(_ index: Int) -> LeaseModel? {
    guard owners[index].claim != nil else { return nil }
    var state = self
    state.owners[index] = Owner()
    return state
  }

  /// The rule that is broken, or `nil` if none is.
  var violation: String? {
    let fires = jobs.jobs(JobFilter(queue: ScheduleChange.queue(of: "task")))
    let state = fires.first?.state
    if fires.count != 1 { return "the due time is there twice" }
    if completions > 1 { return "two completions were accepted" }
    if completions == 1, state != .succeeded { return "a completion was lost" }
    if isOverwritten { return "an old owner has replaced the effect of a later one" }
    if isWithoutEffect { return "a run was completed whose effect is not there" }
    if tokens != tokens.sorted() || Set(tokens).count != tokens.count {
      return "the tokens do not grow"
    }
    return nil
  }

  /// Explores all states, or those before a violation that is expected.
  ///
  /// - Returns: How many there are, how many of them have a completion, and the violations.
  static func explore(
    _ variant: Variant, until expected: String? = nil
  ) -> (states: Int, completed: Int, violations: Set<String>) {
    var seen: Set<LeaseModel> = [LeaseModel()]
    var open = Array(seen)
    var violations: Set<String> = []
    while let state = open.popLast() {
      if let violation = state.violation { violations.insert(violation) }
      if let expected, violations.contains(expected) { break }
      for next in state.next(variant) where seen.insert(next).inserted { open.append(next) }
    }
    return (seen.count, seen.count { $0.completions > 0 }, violations)
  }
}

@Suite struct LeaseModelTests {
  @Test func `In every order of steps, a fire time is completed once, by the owner of its effect`()
  {
    let (states, completed, violations) = LeaseModel.explore(.sound)
    #expect(violations.isEmpty)
    // All that was meant is explored: takeovers, late owners and completions.
    #expect(states > 3_000)
    #expect(completed > 800)
  }

  @Test func `Without a check of token and lease, a fire time is completed twice`() {
    let violation = "two completions were accepted"
    #expect(
      LeaseModel.explore(.acceptsAnyCompletion, until: violation).violations.contains(violation))
  }

  @Test func `Without a check of the token, an old owner replaces the effect of a later one`() {
    let violation = "an old owner has replaced the effect of a later one"
    #expect(
      LeaseModel.explore(.writesWithoutToken, until: violation).violations.contains(violation))
  }
}
