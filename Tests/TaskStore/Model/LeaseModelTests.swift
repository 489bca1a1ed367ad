import ModularityTestSupport
import Testing

@testable import TaskStore

/// Two owners, one fire time and every order of what can happen to them.
///
/// An owner may stop after each step, for as long as it likes, and go on with what it believed
/// before.
private struct LeaseModel: ExploredState {
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

  private static let lease = Duration.nanoseconds(2)
  private static let end = Int64(Sweep.count(9, sample: 6))
  private static let fireTime = TaskTime(nanoseconds: 1)

  let variant: Variant
  var stored: StoreMoment
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

  init(_ variant: Variant, in store: isolated SQLiteStore) throws {
    self.variant = variant
    stored = try store.moment()
    _ = try store.change(&stored) {
      try store.commit([
        ScheduleChange(
          task: "task", definition: "", expected: nil, progress: ScheduleProgress(next: nil),
          decided: [DecidedTime(fireTime: Self.fireTime, number: 1)])
      ])
    }
  }

  func changes(by event: Void, since before: LeaseModel) -> Set<Never> { [] }

  func next(in store: isolated SQLiteStore) throws -> [(Void, LeaseModel)] {
    var states: [LeaseModel?] = []
    if stored.time < Self.end {
      var later = self
      later.stored.time += 1
      states.append(later)
    }
    for index in owners.indices {
      states += [
        try claiming(index, in: store), try renewing(index, in: store),
        writing(index), try completing(index, in: store), dying(index),
      ]
    }
    return states.compactMap { state in state.map { ((), $0) } }
  }

  private func claiming(_ index: Int, in store: isolated SQLiteStore) throws -> LeaseModel? {
    guard owners[index].claim == nil else { return nil }
    var state = self
    let queue = ScheduleChange.queue(of: "task")
    let claimed = try store.change(&state.stored) {
      try store.claim(
        [queue], in: [ClaimableQueue(name: queue, room: 1, width: 1)], as: "owner \(index)",
        for: Self.lease)
    }
    guard let claim = claimed.claims.first else { return nil }
    state.owners[index] = Owner(claim: claim)
    state.tokens.append(claim.token)
    return state
  }

  private func renewing(_ index: Int, in store: isolated SQLiteStore) throws -> LeaseModel? {
    guard let claim = owners[index].claim else { return nil }
    var state = self
    let renewed = try store.change(&state.stored) {
      try store.renew([claim], for: Self.lease)
    }
    // An owner whose lease is lost gives up.
    if renewed.isEmpty { state.owners[index] = Owner() }
    return state
  }

  /// Writes the effect, if the row has no greater token.
  private func writing(_ index: Int) -> LeaseModel? {
    guard let claim = owners[index].claim, !owners[index].hasEffect else { return nil }
    var state = self
    state.owners[index].hasEffect = true
    if claim.token >= effect || variant == .writesWithoutToken {
      state.isOverwritten = isOverwritten || claim.token < effect
      state.effect = claim.token
    }
    return state
  }

  private func completing(_ index: Int, in store: isolated SQLiteStore) throws -> LeaseModel? {
    guard let claim = owners[index].claim, owners[index].hasEffect else { return nil }
    var state = self
    state.owners[index] = Owner()
    let accepted = try store.change(&state.stored) {
      try store.complete([JobCompletion(claim: claim, outcome: .succeeded(result: nil))])
    }
    if !accepted.isEmpty || variant == .acceptsAnyCompletion {
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

  var violation: String? {
    if stored.records.count != 1 { return "the due time is there twice" }
    if completions > 1 { return "two completions were accepted" }
    if completions == 1, stored.records.first?.state != .succeeded {
      return "a completion was lost"
    }
    if isOverwritten { return "an old owner has replaced the effect of a later one" }
    if isWithoutEffect { return "a run was completed whose effect is not there" }
    if tokens != tokens.sorted() || Set(tokens).count != tokens.count {
      return "the tokens do not grow"
    }
    return nil
  }
}

@Suite struct LeaseModelTests {
  @Test func `In every order of steps, a fire time is completed once, by the owner of its effect`()
    async throws
  {
    let exploration = try await LeaseModel.explore { try LeaseModel(.sound, in: $0) }
    #expect(exploration.violations.isEmpty)
    // All that was meant is explored: takeovers, late owners and completions.
    #expect(exploration.states.count > (Sweep.isWhole ? 3_000 : 800))
    #expect(exploration.states.count { $0.completions > 0 } > (Sweep.isWhole ? 800 : 100))
  }

  @Test func `Without a check of token and lease, a fire time is completed twice`() async throws {
    try await expect("two completions were accepted", with: .acceptsAnyCompletion)
  }

  @Test func `Without a check of the token, an old owner replaces the effect of a later one`()
    async throws
  {
    try await expect(
      "an old owner has replaced the effect of a later one", with: .writesWithoutToken)
  }

  private func expect(_ violation: String, with variant: LeaseModel.Variant) async throws {
    let exploration = try await LeaseModel.explore(until: violation) {
      try LeaseModel(variant, in: $0)
    }
    #expect(exploration.violations.contains(violation))
  }
}
