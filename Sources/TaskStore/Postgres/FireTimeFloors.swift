/// For each task, a fire time before which no fire is open (due or running).
///
/// Statements that look for open fires start at the floor. If they started at the beginning, they
/// would scan the row versions of completed fires that the server has not removed. While a
/// transaction holds an old snapshot, these are all of them.
///
/// A floor is the result of a search: the earliest open fire, or the latest decided one if that is
/// earlier. It stays valid, because a returned or taken-over fire was open before, and later
/// decisions have later fire times. The only exception is a schedule that goes back because the
/// clock was set back. Its `latest` is then before the floor, and statements ignore the floor.
/// Searches from the beginning find all other rows below a floor, such as a row that an operator
/// has reset to `due`.
struct FireTimeFloors: Sendable {
  /// The start of a search.
  enum Look: Sendable {
    case atFloors, atBeginning
  }

  /// The minimum time between two searches, in nanoseconds.
  private static let pace = (atFloors: Int64(50_000_000), atBeginning: Int64(1_000_000_000))
  /// The minimum time between two searches, as a multiple of the duration of the first one.
  private static let rest: Int64 = 100

  private var floors: [String: Int64] = [:]
  /// The times of the next searches, by a monotonic clock.
  private var next = (atFloors: Int64.min, atBeginning: Int64.min)

  /// Returns the search that is due now, or `nil` if it is too early.
  func look(at now: Int64) -> Look? {
    if now >= next.atBeginning { return .atBeginning }
    return now >= next.atFloors ? .atFloors : nil
  }

  /// Returns the floors of tasks, in the order of their names.
  func values(of tasks: [String], for look: Look = .atFloors) -> PostgresValue {
    .integers(
      tasks.map { task in
        switch look {
        case .atFloors: floors[task] ?? .min
        case .atBeginning: .min
        }
      })
  }

  /// Stores the floors that a search has found.
  ///
  /// - Parameters:
  ///   - rows: Rows with a task, its floor, and the nanoseconds that the search has taken so far.
  ///   - look: The search.
  ///   - now: The time by the monotonic clock.
  /// - Throws: An error if a row has other columns.
  mutating func take(
    _ rows: [PostgresRow], of look: Look, at now: Int64
  ) throws(UnreadableValue) {
    // Tasks that are no longer requested lose their floor.
    if look == .atBeginning { floors = [:] }
    var spent: Int64 = 0
    for var row in rows {
      let task = try row.text("task")
      floors[task] = try row.optionalInteger("floor")
      spent = max(spent, try row.integer("spent"))
    }
    let rest = spent * Self.rest
    next.atFloors = now + max(Self.pace.atFloors, rest)
    if look == .atBeginning { next.atBeginning = now + max(Self.pace.atBeginning, rest) }
  }
}
