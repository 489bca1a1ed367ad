/// For each task, a due time before which none is open, that is, due or running.
///
/// Statements that look for open due times begin there. From the beginning, they would pass what
/// the server keeps of those that have ended: all of them, while a transaction holds a snapshot
/// from before.
///
/// A floor is what a look has found: the earliest open due time, or the latest that was decided
/// if that is earlier. It stays right: what is given back or taken over was open, and what is
/// decided later is due later. Only a schedule that goes back, because the clock was set back,
/// decides about earlier due times; its `latest` is before the floor then, and statements ignore
/// the floor. Looks from the beginning find all other rows below it, such as one that an operator
/// has made due again.
struct DueTimeFloors: Sendable {
  /// The due times from which a look begins.
  enum Look: Sendable {
    case atFloors, atBeginning
  }

  /// The least time between two looks, in nanoseconds.
  private static let pace = (atFloors: Int64(50_000_000), atBeginning: Int64(1_000_000_000))
  /// The time between two looks, in multiples of what the first one took.
  private static let rest: Int64 = 100

  private var floors: [String: Int64] = [:]
  /// The times of the next looks, by a monotonic clock.
  private var next = (atFloors: Int64.min, atBeginning: Int64.min)

  /// Returns the look to make now, or `nil` if it is too early.
  func look(at now: Int64) -> Look? {
    if now >= next.atBeginning { return .atBeginning }
    return now >= next.atFloors ? .atFloors : nil
  }

  /// Returns the floors of tasks in the order of their names.
  func values(of tasks: [String], for look: Look = .atFloors) -> PostgresValue {
    .integers(
      tasks.map { task in
        switch look {
        case .atFloors: floors[task] ?? .min
        case .atBeginning: .min
        }
      })
  }

  /// Takes the floors that a look has found.
  ///
  /// - Parameters:
  ///   - rows: A task, its floor and the nanoseconds that the look has taken so far.
  ///   - look: The look.
  ///   - now: The time by the monotonic clock.
  /// - Throws: An error if a row has other columns.
  mutating func take(
    _ rows: [PostgresRow], of look: Look, at now: Int64
  ) throws(UnreadableValue) {
    // Tasks that are not asked for any more have no floor.
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
