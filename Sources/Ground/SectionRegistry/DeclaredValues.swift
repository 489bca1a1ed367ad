package import RecordFormat
import Synchronization

/// The values that the enabled records of some kinds declare, each evaluated once.
///
/// The values follow loaded images and changed filters: a query returns those of the records
/// that are enabled when it is made.
///
/// - Concurrency: May be used from any thread. Records are evaluated outside the lock,
///   because that runs expressions of the modules. Two threads may evaluate one record at the
///   same time; the first value stays.
package final class DeclaredValues<Value: Sendable>: Sendable {
  private struct State {
    var revision = RecordRevision.none
    /// The values of all enabled records at that revision, in order.
    var all: [Value] = []
    /// By the ids of their records; `nil` for a record that declares another type, which the
    /// registry reports.
    var known: [UInt64: Value?] = [:]
  }

  private let kinds: [RecordKind]
  private let evaluate: @Sendable (Record) -> Value?
  private let state = Mutex(State())

  /// Creates the values of these kinds.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of records, in the order that their values have.
  ///   - evaluate: Loads what a record declares; returns `nil` if that is of another type.
  package init(of kinds: RecordKind..., evaluate: @escaping @Sendable (Record) -> Value?) {
    self.kinds = kinds
    self.evaluate = evaluate
  }

  /// The values of all enabled records: by kind, and then in the registry's order.
  ///
  /// - Complexity: O(1) while no image came and no filter changed.
  package var all: [Value] {
    let revision = SectionRegistry.revision
    let current = state.withLock { $0.revision == revision ? $0.all : nil }
    if let current { return current }
    let all = values { _ in true }
    // What is replaced is released outside the lock.
    return state.withLock { state in
      let replaced = state.all
      state.all = all
      state.revision = revision
      return (replaced, all)
    }.1
  }

  /// Returns the values of the enabled records that satisfy a condition, and evaluates no
  /// others.
  package func values(where isIncluded: (Record) -> Bool) -> [Value] {
    let records = kinds.flatMap(SectionRegistry.records).filter(isIncluded)
    var known = state.withLock(\.known)
    let new = records.filter { known[$0.id] == nil }.map { ($0.id, evaluate($0)) }
    if !new.isEmpty {
      known = state.withLock { state in
        state.known.merge(new) { first, _ in first }
        return state.known
      }
    }
    return records.compactMap { known[$0.id] ?? nil }
  }
}
